import { getEntity } from '#core/entities/entities.ts'
import { UNDELIVERED } from '#core/statuses.ts'
import { LoadsSection } from '#web/loads/loads-section.tsx'
import { PlainPage } from '#web/records/page/plain-page.tsx'

/** The page of a trailer: its details, current loads, and all loads (SPEC C520). */
export function TrailerPage() {
  return (
    <PlainPage entity={getEntity('trailers')} title="Details">
      {({ id }) => {
        const match = { trailerId: String(id) }
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
