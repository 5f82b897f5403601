import { formatDay } from '#core/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import type { Progress } from './use-steps.ts'

type StepsNoticeProps = { progress: Progress; onStop: () => void }

/** How far the work is, what failed and why; what is done stays done when it is stopped. */
export function StepsNotice({ progress, onStop }: StepsNoticeProps) {
  const { title, done, total, running, failed } = progress
  const count = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <progress aria-label={title} value={done} max={total} className="h-2 min-w-32 grow" />
        <p role="status">
          {title}: {count}
          {!running && (done < total ? ', stopped' : ', done')}
        </p>
        {running && (
          <Button variant="secondary" onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
      {failed.length > 0 && (
        <ul aria-label="What failed" className="grid gap-1 text-danger-ink">
          {failed.map(({ truck, settlementDate, message }) => (
            <li key={`${truck} ${settlementDate}`} className="wrap-anywhere">
              Truck {truck}, {formatDay(settlementDate)}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
