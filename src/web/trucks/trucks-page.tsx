import { getEntity } from '#core/entities/entities.ts'
import { DoublesNotice } from '#web/merging/doubles-notice.tsx'
import { RecordsPage } from '#web/records/list/records-page.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const trucks = getEntity('trucks')
const TruckForm = onDemand(async () => (await import('./truck-form.tsx')).TruckForm)

/** The list of trucks; the form also has the truck's recurring deductions (SPEC A2, C2). */
export function TrucksPage() {
  return <RecordsPage entity={trucks} Form={TruckForm} notices={<DoublesNotice name="trucks" />} />
}
