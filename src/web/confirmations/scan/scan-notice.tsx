import { ScanText } from 'lucide-react'
import type { MouseEvent } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { countRead, type ReadPaper } from '#web/confirmations/read-file.ts'
import { Button } from '#web/ui/button.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import type { Scan } from './use-scan.ts'

/** A load with the same broker load number. */
export type KnownLoad = { name: string; onCompare: () => void }

type ScanNoticeProps = { scan: Scan; read: ReadPaper; known: KnownLoad | undefined }

/** Offers to read pages without text, and shows the progress. The user can type in the form below meanwhile (SPEC C143). */
export function ScanNotice({ scan, read, known }: ScanNoticeProps) {
  return (
    <section
      aria-label="Scanned pages"
      className="grid gap-2 rounded-md border border-line bg-head p-3 text-sm"
    >
      <ScanStatus {...{ scan, read }} />
      {known && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p>Load {known.name} already has this load number.</p>
          <Button variant="secondary" size="long" onClick={known.onCompare}>
            Compare with Load {known.name}
          </Button>
        </div>
      )}
    </section>
  )
}

function ScanStatus({ scan, read }: Omit<ScanNoticeProps, 'known'>) {
  const { length } = read.scanned
  if (scan.status === 'reading') {
    const { page, done } = scan.progress
    return (
      <>
        <p role="status">
          {page ? `Reading page ${page} of ${length}…` : 'Getting ready to read…'}
        </p>
        <div className="flex items-center gap-3">
          <progress aria-label="Reading the scan" className={PROGRESS_BAR} value={done} />
          <Button variant="secondary" size="sm" onClick={scan.cancel}>
            Cancel
          </Button>
        </div>
      </>
    )
  }
  if (scan.status === 'read') return <p role="status">{describeResult(read)}</p>
  const isFailed = scan.status === 'failed'
  return (
    <>
      {isFailed ? (
        <p role="alert" className="font-medium text-danger-ink">
          {scan.message}
        </p>
      ) : (
        <p>{describeScan(read)} Reading takes a few seconds per page, here in your browser.</p>
      )}
      <div>
        <Button
          variant="secondary"
          size="sm"
          autoFocus
          onMouseDown={keepFocus}
          onClick={scan.start}
        >
          <ScanText aria-hidden className="size-4" />
          {isFailed ? 'Try Again' : 'Read the Scan'}
        </Button>
      </div>
    </>
  )
}

function describeScan({ scanned, pdf }: ReadPaper): string {
  const all = pdf.pages.length
  if (scanned.length < all)
    return `${pluralize(scanned.length, 'page')} of ${all} can be read as a scan.`
  return all === 1 ? 'This page is a scan without text.' : 'These pages are scans without text.'
}

function describeResult({ reading }: ReadPaper): string {
  return countRead(reading)
    ? 'Read from the scan. Values that were not completely clear are empty or offered as choices: compare them with the page.'
    : 'No value could be read. A straight and sharp scan, right side up, works best.'
}

/** Keeps the focus in the form: an empty field that loses it would show that it is required. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault()
}
