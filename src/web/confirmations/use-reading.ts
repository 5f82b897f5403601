import { useEffect, useState } from 'react'
import { READ_FIELDS, type Reading } from '#core/confirmations/reading.ts'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { useCompany } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { photoToPdf } from '#web/documents/photos/use-photos.ts'
import { findScannedPages } from '#core/confirmations/scan/scanned-pages.ts'
import type { Page } from '#core/confirmations/words/words.ts'
import { openPaper, type OpenedPaper } from './pdf/open-paper.ts'

type ReadFile =
  | { status: 'none' }
  | { status: 'reading' }
  | { status: 'failed'; message: string }
  | {
      status: 'read'
      file: File
      pdf: OpenedPaper
      reading: Reading
      /** Numbers of the pages that OCR could read. */
      scanned: number[]
      /** Reads other words of the same pages. */
      reread: (pages: readonly Page[]) => Reading
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
      ({ file, pdf }) => {
        opened = pdf
        if (isOver) return pdf.close()
        const options = { today: today(), company: { name, emailDomain } }
        const reread = (pages: readonly Page[]) => readConfirmation(pages, options)
        const scanned = findScannedPages(pdf.pages)
        setState({ status: 'read', file, pdf, reading: reread(pdf.pages), scanned, reread })
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

/** A photo becomes a PDF, which is what is stored in the end. Throws an Error with a message for the user. */
async function readFile(chosen: File): Promise<{ file: File; pdf: OpenedPaper }> {
  const file = await photoToPdf(chosen)
  return { file, pdf: await openPaper(file) }
}
