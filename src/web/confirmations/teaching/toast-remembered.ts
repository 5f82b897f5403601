import { loadFieldOf } from '#core/confirmations/fill-load.ts'
import { pluralize } from '#core/pluralize.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { TaughtFields } from './layouts.ts'

/** Says what is remembered once the load is saved, and what is not (SPEC C147). */
export function toastRemembered(
  remembering: Promise<TaughtFields | null>,
  labelOf: (field: string) => string,
): void {
  remembering.then(
    (remembered) => {
      if (!remembered) return
      const { broker, count, missed } = remembered
      const labels = missed.map((name) => labelOf(loadFieldOf(name) ?? name)).join(', ')
      const kept =
        broker === null
          ? 'Nothing was remembered.'
          : `Remembered for ${broker}: ${pluralize(count, 'field')}.`
      const why = labels ? ` The page has no label for: ${labels}.` : ''
      toast('Load added successfully', kept + why)
    },
    (error: Error) =>
      toastFailure('Load added, but its fields could not be remembered', error.message),
  )
}
