import { MousePointerClick } from 'lucide-react'
import type { ReactNode } from 'react'
import { pointedFieldOf } from '#core/confirmations/fill-load.ts'
import { Button } from '#web/ui/button.tsx'
import { isPressed } from '#web/ui/shortcuts.ts'
import type { Pointing } from './use-pointing.ts'

type PointBarProps = {
  pointing: Pointing
  /** The form's field that had the focus last. */
  active: string | null
  labelOf: (field: string) => string
  /** The zoom buttons. */
  children: ReactNode
}

/** The bar above the pages, to point at the value of the field that has the focus (SPEC C145). Escape stops pointing. */
export function PointBar({ pointing, active, labelOf, children }: PointBarProps) {
  const { field, problem, start, stop } = pointing
  const next = active !== null && pointedFieldOf(active) ? active : null
  return (
    <div
      role="presentation"
      className="grid gap-1"
      onKeyDown={(event) => {
        if (field === null || !isPressed('close', event)) return
        // The dialog stays open.
        event.preventDefault()
        event.stopPropagation()
        stop()
      }}
    >
      <div className="flex items-center justify-between gap-2">
        <Button
          variant="secondary"
          size="long"
          aria-pressed={field !== null}
          disabled={field === null && next === null}
          onClick={() => {
            if (field !== null) stop()
            else if (next !== null) start(next)
          }}
        >
          <MousePointerClick aria-hidden className="size-4 shrink-0" />
          {describeButton(field, next, labelOf)}
        </Button>
        <div className="flex shrink-0 items-center gap-1">{children}</div>
      </div>
      {field !== null && (
        <p
          role={problem === null ? 'status' : 'alert'}
          className={problem === null ? 'text-sm text-muted' : 'text-sm text-danger-ink'}
        >
          {problem ?? `Click ${labelOf(field)} on a page, or drag over its words.`}
        </p>
      )}
    </div>
  )
}

function describeButton(
  field: string | null,
  next: string | null,
  labelOf: (field: string) => string,
): string {
  if (field !== null) return 'Stop Pointing'
  return next === null ? 'Point at a Field’s Value' : `Point at ${labelOf(next)}`
}
