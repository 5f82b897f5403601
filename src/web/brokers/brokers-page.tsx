import { getEntity } from '#core/entities/entities.ts'
import { DoublesNotice } from '#web/merging/doubles-notice.tsx'
import { RecordsPage } from '#web/records/list/records-page.tsx'

const brokers = getEntity('brokers')

/** The list of brokers; doubled numbers can be merged (SPEC A2, C501). */
export function BrokersPage() {
  return <RecordsPage entity={brokers} notices={<DoublesNotice name="brokers" />} />
}
