import { lazy, Suspense, type ComponentType } from 'react'
import type { RecordFormProps } from './record-form.tsx'

type Form = ComponentType<RecordFormProps>

/**
 * A form that comes apart from its list, which is there sooner for it. It is fetched as soon as a hand
 * moves, so that it is there when somebody wants it.
 */
export function lazyForm(load: () => Promise<Form>): Form {
  const Loaded = lazy(async () => ({ default: await load() }))
  for (const move of ['pointermove', 'keydown', 'touchstart']) {
    // What fails here is tried again when the form is opened.
    window.addEventListener(move, () => void load().catch(() => undefined), { once: true })
  }
  return function LazyForm(props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

export const PlainForm = lazyForm(async () => (await import('./record-form.tsx')).RecordForm)
