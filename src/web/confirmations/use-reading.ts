import { useEffect, useState } from 'react'
import { READ_FIELDS, type Reading } from '#core/confirmations/reading.ts'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { useCompany } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { photoToPdf } from '#web/documents/photos/use-photos.ts'
import { findScannedPages } from '#core/confirmations/scan/scanned-pages.ts'
import type { StoredLayout } from '#core/confirmations/taught/taught-layout.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import { openPaper, type OpenedPaper } from './pdf/open-paper.ts'
import { readLayouts } from './teaching/read-layouts.ts'

type ReadFile =
  | { status: 'none' }
  | { status: 'reading' }
  | { status: 'failed'; message: string }
  | {
      status: 'read'
      file: File
      pdf: OpenedPaper
      /** Their words, those of a scan once it is read. */
      pages: readonly Page[]
      reading: Reading
      /** The layouts that were taught in the account. */
      taught: StoredLayout[]
      /** Numbers of the pages that OCR could read. */
      scanned: number[]
      /** Reads other words of the same pages. */
      reread: (pages: readonly Page[], taught?: StoredLayout[]) => Reading
    }

export type ReadPaper = Extract<ReadFile, { status: 'read' }>

/** Opens and reads a PDF or photo in the browser. The company's own name and e-mail are never the broker's. */
export function useReading(file: File | undefined): ReadFile {
  const [state, setState] = useState<ReadFile>({ status: 'none' })
  const { data: company, isPending } = useCompany()
  const name = company?.companyName ?? ''
  const emailDomain = company?.companyEmail?.split('@')[1] ?? ''
  useEffect(() => {
    if (!file || isPending) return
    let opened: OpenedPaper | undefined
    let isOver = false
    readFile(file).then(
      ({ file, pdf, taught }) => {
        opened = pdf
        if (isOver) return pdf.close()
        const options = { today: today(), company: { name, emailDomain } }
        const reread = (pages: readonly Page[], layouts = taught) =>
          readConfirmation(pages, { ...options, taught: layouts })
        const { pages } = pdf
        const scanned = findScannedPages(pages)
        const reading = reread(pages)
        setState({ status: 'read', file, pdf, pages, reading, taught, scanned, reread })
      },
      (error: Error) => {
        if (!isOver) setState({ status: 'failed', message: error.message })
      },
    )
    return () => {
      isOver = true
      opened?.close()
    }
  }, [file, isPending, name, emailDomain])
  return file && state.status === 'none' ? { status: 'reading' } : state
}

/** "Read 18 values". */
export function countRead({ fields }: Reading): number {
  return READ_FIELDS.filter((name) => fields[name]).length
}

type OpenedFile = { file: File; pdf: OpenedPaper; taught: StoredLayout[] }

/** A photo becomes a PDF, which is what is stored in the end. Throws an Error with a message for the user. */
async function readFile(chosen: File): Promise<OpenedFile> {
  const asking = readLayouts()
  const file = await photoToPdf(chosen)
  return { file, pdf: await openPaper(file), taught: await asking }
}
