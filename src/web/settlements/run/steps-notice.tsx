import { Button } from '#web/ui/button.tsx'
import { PROGRESS_BAR } from '#web/ui/classes.ts'
import { describeProgress, type Progress } from './steps.ts'

type StepsNoticeProps = { progress: Progress; onStop: () => void }

/** The progress of a bulk step, and why rows failed. */
export function StepsNotice({ progress, onStop }: StepsNoticeProps) {
  const { result, done, total, running, failures } = progress
  return (
    <div className="grid gap-2 rounded-lg border border-line bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-center gap-3">
        <div className="grid min-w-32 grow">
          <progress aria-label={result} value={done} max={total} className={PROGRESS_BAR} />
        </div>
        <p role="status">{describeProgress(progress)}</p>
        {running && done < total && (
          <Button variant="secondary" onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
      {failures.length > 0 && (
        <section aria-label="Errors" className="grid gap-1 text-danger-ink">
          <h3 className="font-semibold">Errors</h3>
          <ul className="grid gap-1">
            {failures.map(({ row, message }) => (
              <li key={row} className="wrap-anywhere">
                {row}: {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
