import { Button } from '#web/ui/button.tsx'

/** Replaces a screen that failed to render. */
export function ErrorScreen() {
  return (
    <div
      role="alert"
      className="grid min-h-dvh place-content-center justify-items-center gap-3 p-4 text-center"
    >
      <h1 className="text-lg font-semibold">Something went wrong</h1>
      <p className="text-sm text-muted">Your saved data is safe. Reload the page.</p>
      <Button onClick={() => window.location.reload()}>Reload Page</Button>
    </div>
  )
}
