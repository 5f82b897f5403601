import { getEntity } from '#core/entities/entities.ts'
import { DoublesNotice } from '#web/merging/doubles-notice.tsx'
import { RecordsPage } from '#web/records/list/records-page.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const PersonForm = onDemand(async () => (await import('#web/payments/person-form.tsx')).PersonForm)

export function DriversPage() {
  const notices = <DoublesNotice name="drivers" />
  return <RecordsPage entity={getEntity('drivers')} Form={PersonForm} notices={notices} />
}

export function OwnersPage() {
  return <RecordsPage entity={getEntity('owners')} Form={PersonForm} />
}
