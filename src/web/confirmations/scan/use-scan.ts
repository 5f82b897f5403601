import { useEffect, useRef, useState } from 'react'
import type { ReadPaper } from '#web/confirmations/read-file.ts'
import { readScan, type ScanProgress } from './read-scan.ts'

type ScanState =
  | { status: 'offered' }
  | { status: 'reading'; progress: ScanProgress }
  | { status: 'failed'; message: string }
  | { status: 'read'; read: ReadPaper }

export type Scan = ScanState & { start: () => void; cancel: () => void }

/** `read` has the values of the scan once it is read. `scan` is null for a paper whose pages all have text. */
export function useScan(opened: ReadPaper): { read: ReadPaper; scan: Scan | null } {
  const [state, setState] = useState<ScanState>({ status: 'offered' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { pdf, scanned, reread } = opened
  if (!scanned.length) return { read: opened, scan: null }

  function start() {
    const { signal } = (running.current = new AbortController())
    const change = (next: ScanState) => signal.aborted || setState(next)
    const onProgress = (progress: ScanProgress) => change({ status: 'reading', progress })
    readScan(pdf, scanned, { signal, onProgress }).then(
      (pages) => {
        const all = pdf.pages.map((page, number) => pages[scanned.indexOf(number)] ?? page)
        change({ status: 'read', read: { ...opened, pages: all, reading: reread(all) } })
      },
      (error: Error) => change({ status: 'failed', message: error.message }),
    )
  }

  function cancel() {
    running.current?.abort()
    setState({ status: 'offered' })
  }

  const read = state.status === 'read' ? state.read : opened
  return { read, scan: { ...state, start, cancel } }
}
