import { lazy, Suspense, type ComponentType } from 'react'

/**
 * What opens above a screen comes apart from it: the screen is there sooner. It is fetched as soon as a
 * hand moves, so that it is there when somebody wants it.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  for (const move of ['pointermove', 'keydown', 'touchstart']) {
    // What fails here is tried again when it is opened.
    window.addEventListener(move, () => void load().catch(() => undefined), { once: true })
  }
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
