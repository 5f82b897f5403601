import { pluralize } from '#core/pluralize.ts'
import type { StoredLayout } from '#core/confirmations/taught/taught-layout.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { forgetLayouts } from './layouts.ts'

/** What was taught on earlier papers of this broker, and a way to forget it (SPEC C147). */
export function RememberedFields({ layouts }: { layouts: readonly StoredLayout[] }) {
  const forgetting = useAction({ send: () => forgetLayouts(layouts), refetch: 'nothing' })
  const [first] = layouts
  if (!first) return null
  const fields = new Set(layouts.flatMap(({ layout }) => Object.keys(layout.fields)))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
      {forgetting.isDone ? (
        <p role="status">Forgotten. The values of this load stay.</p>
      ) : (
        <>
          <p>
            Remembered for {first.layout.broker}: {pluralize(fields.size, 'field')}
          </p>
          <Button
            variant="ghost"
            size="sm"
            disabled={forgetting.busy}
            onClick={() => forgetting.run()}
          >
            Forget
          </Button>
        </>
      )}
      {forgetting.error && (
        <p role="alert" className="text-danger-ink">
          Couldn’t forget the fields: {forgetting.error.message}
        </p>
      )}
    </div>
  )
}
