import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classes } from './classes.ts'

type SidewaysScrollProps = {
  className?: string
  /** The column that stays in view. */
  fixed?: 'first' | 'second'
  /** For a table without links or buttons: its name as a tab stop, so that a keyboard can scroll it. */
  label?: string
  /** The table that scrolls. */
  children: ReactNode
}

/** A table that may be wider than the screen: a shadow and a text say that there is more (SPEC C55). */
export function SidewaysScroll({
  className,
  fixed = 'first',
  label,
  children,
}: SidewaysScrollProps) {
  const { container, isWide, hasMore } = useOverflow()
  return (
    <div className="min-w-0">
      <div className="relative">
        <div
          ref={container}
          data-wide={isWide ? fixed : undefined}
          {...(isWide && label ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
          className={classes('sideways overflow-x-auto print:overflow-visible', className)}
        >
          {children}
        </div>
        {hasMore && (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-0 w-6 bg-linear-to-l from-black/20 to-transparent print:hidden"
          />
        )}
      </div>
      {isWide && (
        <p className="pt-1 text-xs text-muted print:hidden">Scroll sideways for more columns.</p>
      )}
    </div>
  )
}

/** `isWide`: the content does not fit. `hasMore`: some of it is out of view at the right. */
function useOverflow() {
  const container = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  const [hasMore, setMore] = useState(false)

  useEffect(() => {
    const box = container.current
    const content = box?.firstElementChild
    if (!box || !content) return
    const measure = () => {
      const hidden = box.scrollWidth - box.clientWidth
      setWide(hidden > 1)
      setMore(hidden - box.scrollLeft > 1)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(content)
    box.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [])

  return { container, isWide, hasMore }
}
