import { useEffect, useState } from 'react'
import { useCompany } from '#web/api/queries.ts'
import { readFile, toOwnCompany, type ReadPaper } from './read-file.ts'

type ReadFile =
  | { status: 'none' }
  | { status: 'reading' }
  | { status: 'failed'; message: string }
  | { status: 'read'; read: ReadPaper }

/** Opens and reads a PDF or photo in the browser. */
export function useReading(file: File | undefined): ReadFile {
  const [state, setState] = useState<ReadFile>({ status: 'none' })
  const { data: company, isPending } = useCompany()
  const { name, emailDomain } = toOwnCompany(company)
  useEffect(() => {
    if (!file || isPending) return
    let opened: ReadPaper | undefined
    let isOver = false
    readFile(file, { name, emailDomain }).then(
      (read) => {
        opened = read
        if (isOver) return read.pdf.close()
        setState({ status: 'read', read })
      },
      (error: Error) => {
        if (!isOver) setState({ status: 'failed', message: error.message })
      },
    )
    return () => {
      isOver = true
      opened?.pdf.close()
    }
  }, [file, isPending, name, emailDomain])
  return file && state.status === 'none' ? { status: 'reading' } : state
}
