import { getEntity } from '#core/entities/entities.ts'
import { UNDELIVERED } from '#core/statuses.ts'
import { LoadsSection } from '#web/loads/loads-section.tsx'
import { PlainPage } from '#web/records/page/plain-page.tsx'

/** The page of a dispatcher: current loads, and all loads (SPEC C127). */
export function DispatcherPage() {
  return (
    <PlainPage entity={getEntity('dispatchers')}>
      {({ id }) => {
        const match = { dispatcherId: String(id) }
        const current = { ...match, deliveryStatus: UNDELIVERED.join(',') }
        return (
          <>
            <LoadsSection title="Current Loads" match={current} empty="No current loads." />
            <LoadsSection title="All Loads" match={match} empty="No loads yet." />
          </>
        )
      }}
    </PlainPage>
  )
}
