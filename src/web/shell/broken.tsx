import { Button } from '#web/ui/button.tsx'

/** What stands in place of a screen that failed: plain words, and a way on. */
export function ErrorScreen() {
  return (
    <div
      role="alert"
      className="grid min-h-dvh place-content-center justify-items-center gap-3 p-4 text-center"
    >
      <h1 className="text-lg font-semibold">This screen has stopped working</h1>
      <p className="text-sm text-muted">
        What was saved is safe. Loading the page again usually helps.
      </p>
      <Button onClick={() => window.location.reload()}>Load the page again</Button>
    </div>
  )
}
