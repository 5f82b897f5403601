import { useEffect, useRef, useState } from 'react'
import type { DrawnPage } from './open-pages.ts'

type PageCanvasProps = {
  page: DrawnPage
  number: number
  /** The width of the page on the screen, in CSS pixels. */
  width: number
  quarterTurns: number
}

/** Far more pixels than any screen shows. Phones can't make larger canvases. */
const MOST_PIXELS = 12_000_000

/** A page of a document. It is drawn when it comes near the screen. */
export function PageCanvas({ page, number, width, quarterTurns }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef(Promise.resolve())
  const isNear = useNear(canvas)
  const [failed, setFailed] = useState(false)
  const isSideways = quarterTurns % 2 === 1
  const [across, down] = isSideways ? [page.height, page.width] : [page.width, page.height]
  const scale = width / across

  useEffect(() => {
    const drawn = canvas.current
    if (!isNear || !drawn) return
    let stale = false
    const sharp = scale * window.devicePixelRatio
    const most = Math.sqrt(MOST_PIXELS / (page.width * page.height))
    // A canvas can have only one drawing in progress.
    drawing.current = drawing.current
      .then(() => (stale ? undefined : page.draw(drawn, Math.min(sharp, most), quarterTurns)))
      .catch(() => setFailed(true))
    return () => {
      stale = true
    }
  }, [page, scale, quarterTurns, isNear])

  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Page ${number}`}
        className="block max-w-none bg-white shadow-md"
        style={{ width, height: down * scale }}
      />
      {failed && <p className="text-sm text-danger-ink">Page {number} could not be displayed.</p>}
    </>
  )
}

/** Whether the element has ever been near the screen. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '100%' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
