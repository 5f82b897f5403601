/** Reads rate confirmations that were stored without their load's form, here in the browser (SPEC C155). */
import { toKeptReading } from '#core/confirmations/kept-reading.ts'
import { isScan } from '#core/confirmations/scan/scanned-pages.ts'
import { request } from '#web/api/client.ts'
import { companyQuery, queryClient } from '#web/api/queries.ts'
import { readFile, toOwnCompany, type ReadPaper } from '#web/confirmations/read-file.ts'
import { readScan } from '#web/confirmations/scan/read-scan.ts'
import { fetchStored, type StoredPaper } from './fetch-stored.ts'

/** `file`: the document's bytes, if the page has them. `ocr`: also reads a scan, which takes seconds per page. */
type Options = { file?: Blob | undefined; ocr?: boolean }

/** Stores the reading of the paper. Throws an Error with a message for the user. */
export async function readStored(
  stored: StoredPaper,
  { file, ocr = false }: Options,
): Promise<void> {
  const { id, type, originalName } = stored
  const opened = file ? new File([file], originalName, { type }) : await fetchStored(stored)
  const company = toOwnCompany(await queryClient.ensureQueryData(companyQuery))
  const paper = await readFile(opened, company)
  try {
    const { reading, pages } = ocr && paper.scanned.length ? await readPictures(paper) : paper
    const body = toKeptReading(reading, {}, isScan(pages))
    await request('PUT', `/api/documents/${id}/reading`, { body })
  } finally {
    paper.pdf.close()
  }
}

async function readPictures({ pdf, scanned, reread }: ReadPaper) {
  const { signal } = new AbortController()
  const read = await readScan(pdf, scanned, { signal, onProgress: () => undefined })
  const pages = pdf.pages.map((page, number) => read[scanned.indexOf(number)] ?? page)
  return { pages, reading: reread(pages) }
}
