/** Reads a rate confirmation in the browser (SPEC C120). */
import type { OwnCompany } from '#core/confirmations/broker.ts'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { READ_FIELDS, type Reading } from '#core/confirmations/reading.ts'
import { findScannedPages } from '#core/confirmations/scan/scanned-pages.ts'
import type { StoredLayout } from '#core/confirmations/taught/taught-layout.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { today } from '#web/api/today.ts'
import { photoToPdf } from '#web/documents/photos/use-photos.ts'
import { openPaper, type OpenedPaper } from './pdf/open-paper.ts'
import { readLayouts } from './teaching/read-layouts.ts'

export type ReadPaper = {
  file: File
  pdf: OpenedPaper
  /** The words of each page; a scan has words only after OCR. */
  pages: readonly Page[]
  reading: Reading
  /** The layouts that were taught in the account. */
  taught: StoredLayout[]
  /** Numbers of the pages that OCR could read. */
  scanned: number[]
  /** Reads the same pages again: from other words, with other layouts, or only one load of several. */
  reread: (pages: readonly Page[], taught?: StoredLayout[], load?: string) => Reading
}

/**
 * Converts a photo to a PDF, which is then the file that is stored. The caller closes the PDF. Throws an Error with a message for
 * the user.
 */
export async function readFile(chosen: File, company: OwnCompany): Promise<ReadPaper> {
  const asking = readLayouts()
  const file = await photoToPdf(chosen)
  const pdf = await openPaper(file)
  const taught = await asking
  const { pages } = pdf
  const reread = (words: readonly Page[], layouts = taught, load?: string) =>
    readConfirmation(words, { today: today(), company, taught: layouts, load })
  const scanned = findScannedPages(pages)
  return { file, pdf, pages, reading: reread(pages), taught, scanned, reread }
}

/** The same paper, read only for one of its loads (SPEC C410). */
export function readLoad(read: ReadPaper, load: string): ReadPaper {
  const reread: ReadPaper['reread'] = (pages, taught) => read.reread(pages, taught, load)
  return { ...read, reread, reading: reread(read.pages) }
}

/** The company's own name and email domain, which a reading never takes for the broker's. */
export function toOwnCompany(company: Company | UnsavedCompany | undefined): OwnCompany {
  const emailDomain = company?.companyEmail?.split('@')[1] ?? ''
  return { name: company?.companyName ?? '', emailDomain }
}

/** The count in "18 values read from confirmation.pdf". */
export function countRead({ fields }: Reading): number {
  return READ_FIELDS.filter((name) => fields[name]).length
}
