import { Button } from './button.tsx'

type LoadErrorProps = {
  error: Error
  onRetry: () => void
  /** The texts in a language other than English. */
  texts?: { message: string; retry: string }
}

/** Replaces content that could not be loaded, with a Retry button. */
export function LoadError({ error, onRetry, texts }: LoadErrorProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-5"
    >
      <p className="text-sm">{texts?.message ?? `Couldn't load this: ${error.message}`}</p>
      <Button variant="secondary" onClick={onRetry}>
        {texts?.retry ?? 'Retry'}
      </Button>
    </div>
  )
}
