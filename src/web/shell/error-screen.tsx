import { useRouteError } from 'react-router'
import { Button } from '#web/ui/button.tsx'

/** The code of a screen did not arrive. */
export class UnloadedScreenError extends Error {
  override name = 'UnloadedScreenError'
}

const TEXTS = {
  failed: {
    title: 'Something went wrong',
    text: 'Your saved data is safe. Reload the page.',
  },
  unloaded: {
    title: "Can't load this screen",
    text: "Can't reach the server, or Haulbook was updated. Your saved data is safe. Reload the page.",
  },
}

/** Replaces a screen that failed to load or to render. */
export function ErrorScreen() {
  const { title, text } =
    TEXTS[useRouteError() instanceof UnloadedScreenError ? 'unloaded' : 'failed']
  return (
    <div
      role="alert"
      className="grid min-h-dvh place-content-center justify-items-center gap-3 p-4 text-center"
    >
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="text-sm text-muted">{text}</p>
      <Button onClick={() => window.location.reload()}>Reload Page</Button>
    </div>
  )
}
