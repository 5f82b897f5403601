import { getEntity } from '#core/entities/entities.ts'
import { UNDER_WAY } from '#core/statuses.ts'
import { ShortLoads } from '#web/loads/short-loads.tsx'
import { PlainPage } from '#web/records/page/plain-page.tsx'

/** The page of a dispatcher: loads under way, and all loads (SPEC C127). */
export function DispatcherPage() {
  return (
    <PlainPage entity={getEntity('dispatchers')}>
      {({ id }) => {
        const match = { dispatcherId: String(id) }
        const current = { ...match, deliveryStatus: UNDER_WAY.join(',') }
        return (
          <>
            <ShortLoads title="Current Loads" match={current} empty="No loads under way." />
            <ShortLoads title="All Loads" match={match} empty="No loads yet." />
          </>
        )
      }}
    </PlainPage>
  )
}
