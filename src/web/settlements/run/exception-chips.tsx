import { ChevronDown } from 'lucide-react'
import { isHeld, type RunRow } from '#core/settlements/run/run.ts'
import type { OpenMenu, RowAction } from '#web/records/rows/row-action.tsx'
import { classes } from '#web/ui/classes.ts'
import type { ExceptionActions } from './exception-actions.tsx'

const CHIP =
  'inline-flex items-center gap-1 rounded-md px-2 py-0.5 text-left text-xs font-medium wrap-anywhere'

/** What to check in a settlement, and its hold. */
export function ExceptionChips({ row, actions }: { row: RunRow; actions: ExceptionActions }) {
  const { exceptions, billing } = row
  if (exceptions.length === 0 && !isHeld(row)) return <span className="text-muted">None</span>
  return (
    <ul className="flex min-w-32 flex-wrap gap-1 max-sm:justify-end">
      {isHeld(row) && (
        <li>
          <Chip
            className="bg-danger-soft text-danger-ink"
            text={`On hold: ${billing?.holdReason}`}
            actions={actions.listFor(row, 'hold')}
            onMenu={actions.openMenu}
          />
        </li>
      )}
      {exceptions.map((exception) => (
        <li key={exception.text}>
          <Chip
            className="bg-waiting-soft text-waiting"
            text={exception.text}
            actions={actions.listFor(row, exception)}
            onMenu={actions.openMenu}
          />
        </li>
      ))}
    </ul>
  )
}

type ChipProps = { className: string; text: string; actions: RowAction[]; onMenu: OpenMenu }

/** Opens a menu of what ends the exception, if the user may do something about it (SPEC C482). */
function Chip({ className, text, actions, onMenu }: ChipProps) {
  if (actions.length === 0) return <span className={classes(CHIP, className)}>{text}</span>
  return (
    <button
      type="button"
      aria-haspopup="menu"
      className={classes(CHIP, 'hit-area hover:underline', className)}
      onClick={(event) => onMenu(actions, event.currentTarget)}
    >
      {text}
      <ChevronDown aria-hidden className="size-3 shrink-0" />
    </button>
  )
}
