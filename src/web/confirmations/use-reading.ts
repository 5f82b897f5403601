import { useEffect, useState } from 'react'
import { READ_FIELDS, type Reading } from '#core/confirmations/reading.ts'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { useCompany } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { openPaper, type OpenedPaper } from './pdf/open-paper.ts'

type ReadFile =
  | { status: 'none' }
  | { status: 'reading' }
  | { status: 'failed'; message: string }
  | { status: 'read'; file: File; pdf: OpenedPaper; reading: Reading; isScan: boolean }

export type ReadPaper = Extract<ReadFile, { status: 'read' }>

/** Opens and reads a PDF in the browser. The company's own name and e-mail are never the broker's. */
export function useReading(file: File | undefined): ReadFile {
  const [state, setState] = useState<ReadFile>({ status: 'none' })
  const { data: company, isPending } = useCompany()
  const name = company?.companyName ?? ''
  const emailDomain = company?.companyEmail?.split('@')[1] ?? ''
  useEffect(() => {
    if (!file || isPending) return
    let opened: OpenedPaper | undefined
    let isOver = false
    openPaper(file).then(
      (pdf) => {
        opened = pdf
        if (isOver) return pdf.close()
        const reading = readConfirmation(pdf.pages, {
          today: today(),
          company: { name, emailDomain },
        })
        const isScan = pdf.pages.every(({ words }) => words.length === 0)
        setState({ status: 'read', file, pdf, reading, isScan })
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
