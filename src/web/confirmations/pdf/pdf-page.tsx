import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Read } from '#core/confirmations/reading.ts'
import { classes } from '#web/ui/classes.ts'
import type { OpenedPaper } from './open-paper.ts'

/** A value on the page. `field`: the form's field for it. */
export type Mark = { field: string; label: string; read: Read }

type PdfPageProps = {
  pdf: OpenedPaper
  page: number
  count: number
  size: { width: number; height: number }
  marks: Mark[]
  active: string | null
  onPick: (field: string) => void
  /** Shown over the marks. */
  children?: ReactNode
}

/** In points: a mark is a little larger than its words. */
const MARGIN = 2

/** Draws itself when it comes into view, so that a long PDF opens immediately. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, page, count, size, marks, active, onPick, children } = props
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useShownWidth(box)
  useEffect(() => {
    if (!canvas.current || width === 0) return
    // A page that can't be drawn stays white; its values can still be used.
    pdf.draw(page, canvas.current, width * window.devicePixelRatio).catch(() => undefined)
  }, [pdf, page, width])
  return (
    <div
      ref={box}
      className="relative bg-white shadow-sm"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Page ${page + 1} of ${count}`}
        className="absolute inset-0 size-full"
      />
      {marks.map(({ field, label, read }, index) => (
        <button
          key={`${field}-${index}`}
          type="button"
          // The keyboard reaches the same values through the form's fields.
          tabIndex={-1}
          aria-label={`${label}: ${read.words}`}
          title={label}
          data-field={field}
          data-active={field === active || undefined}
          onClick={() => onPick(field)}
          className={classes(
            'absolute rounded-xs outline-2',
            field === active
              ? 'bg-[#ffd54a]/45 outline-[#b45309]'
              : 'bg-[#3b82f6]/10 outline-[#3b82f6]/50 hover:bg-[#3b82f6]/25',
          )}
          style={{
            left: `${((read.box.x - MARGIN) / size.width) * 100}%`,
            top: `${((read.box.y - MARGIN) / size.height) * 100}%`,
            width: `${((read.box.width + 2 * MARGIN) / size.width) * 100}%`,
            height: `${((read.box.height + 2 * MARGIN) / size.height) * 100}%`,
          }}
        />
      ))}
      {children}
    </div>
  )
}

/** The width in pixels once the element has been in view, 0 before that. */
function useShownWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = element
    if (!current) return
    let seen = false
    const measure = () => seen && setWidth(Math.round(current.clientWidth))
    const onView = new IntersectionObserver((entries) => {
      seen ||= entries.some(({ isIntersecting }) => isIntersecting)
      measure()
    })
    const onResize = new ResizeObserver(measure)
    onView.observe(current)
    onResize.observe(current)
    return () => {
      onView.disconnect()
      onResize.disconnect()
    }
  }, [element])
  return width
}
