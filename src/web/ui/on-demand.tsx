import { lazy, Suspense, type ComponentType } from 'react'
import { useTypedAhead } from './typed-ahead.ts'

/**
 * Loads a component separately from the screen that opens it, so that the screen appears sooner. It is
 * fetched once the browser is idle, so that it opens without a wait. `Placeholder` is shown while it loads.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props> = LoadingPart,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  runWhenIdle(() => {
    // A failed load is repeated when the component is opened.
    load().catch(() => undefined)
  })
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={<Placeholder {...props} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** Has the role of a dialog, so that keys typed meanwhile do not trigger shortcuts of the screen below. The part gets them. */
function LoadingPart() {
  useTypedAhead()
  return <div role="dialog" aria-busy aria-label="Loading..." />
}

/** A browser also counts as idle while it waits for the screen's own data, which must come first. */
const SCREEN_FIRST_MS = 1_000

/** Safari has no `requestIdleCallback`. */
function runWhenIdle(act: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(act)
    else act()
  }, SCREEN_FIRST_MS)
}
