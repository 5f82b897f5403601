import { Button } from './button.tsx'

type FailedReadProps = { error: Error; onRetry: () => void }

/** Something could not be read: says so, and offers another try. */
export function LoadError({ error, onRetry }: FailedReadProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-5"
    >
      <p className="text-sm">This could not be loaded: {error.message}</p>
      <Button variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
