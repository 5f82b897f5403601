import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { OpenedPaper } from './open-paper.ts'
import { PdfPage, type Mark } from './pdf-page.tsx'

const ZOOMS = [100, 130, 170, 220]

type PdfPagesProps = {
  pdf: OpenedPaper
  marks: Mark[]
  /** The form's field that has the focus. Its first mark is scrolled into view. */
  active: string | null
  onPick: (field: string) => void
  /** Renders the bar above the pages. `zoom`: the buttons that change their size. */
  bar?: (zoom: ReactNode) => ReactNode
  /** Renders what lies over a page. */
  layer?: (page: number, size: { width: number; height: number }) => ReactNode
}

function centerIn(list: Element, mark: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), mark.getBoundingClientRect()]
  const down = inner.top + inner.height / 2 - (outer.top + outer.height / 2)
  const right = inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  list.scrollBy({ top: down, left: right })
}

/** The pages of a PDF, one below the other. The values that were read are marked (SPEC C124). */
export function PdfPages(props: PdfPagesProps) {
  const { pdf, marks, active, onPick, bar, layer } = props
  const [zoom, setZoom] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = list.current?.querySelector('[data-active]')
    // Not scrollIntoView: it would also scroll the form, away from the field.
    if (list.current && mark) centerIn(list.current, mark)
  }, [active])
  const zoomButtons = (
    <>
      <IconButton label="Smaller" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
        <ZoomOut aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label="Larger"
        disabled={zoom === ZOOMS.length - 1}
        onClick={() => setZoom(zoom + 1)}
      >
        <ZoomIn aria-hidden className="size-4" />
      </IconButton>
    </>
  )
  return (
    <div className="flex min-h-0 flex-col gap-2">
      {bar?.(zoomButtons) ?? (
        <div className="flex items-center justify-end gap-1">{zoomButtons}</div>
      )}
      <div
        ref={list}
        role="region"
        tabIndex={-1}
        aria-label="Pages of the rate confirmation"
        className="min-h-0 overflow-auto rounded-md border border-line bg-head p-2"
      >
        <div className="grid gap-2" style={{ width: `${ZOOMS[zoom]}%` }}>
          {pdf.sizes.map((size, page) => (
            <PdfPage
              key={page}
              {...{ pdf, page, size, active, onPick }}
              count={pdf.sizes.length}
              marks={marks.filter((mark) => mark.read.page === page)}
            >
              {layer?.(page, size)}
            </PdfPage>
          ))}
        </div>
      </div>
    </div>
  )
}
