import { lazy, Suspense, type ComponentType } from 'react'

/**
 * What opens above a screen comes apart from it: the screen is there sooner. It is fetched as soon as
 * the browser has nothing else to do, so that it is there when somebody wants it.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  whenIdle(() => {
    // What fails here is tried again when it is opened.
    load().catch(() => undefined)
  })
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={<LoadingPart />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** A dialog already, so that what is typed meanwhile is no shortcut of the screen below. */
function LoadingPart() {
  return <div role="dialog" aria-busy aria-label="Loading..." />
}

/** While the screen's own data is on its way a browser is idle too: that is no time to take the line from it. */
const SCREEN_FIRST_MS = 1_000

/** Safari has no call of its own for it. */
function whenIdle(act: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(act)
    else act()
  }, SCREEN_FIRST_MS)
}
