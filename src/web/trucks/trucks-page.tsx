import { getEntity } from '#core/entities/entities.ts'
import { RecordsPage } from '#web/records/list/records-page.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const trucks = getEntity('trucks')
const TruckForm = onDemand(async () => (await import('./truck-form.tsx')).TruckForm)

/** The trucks: the screen of every entity, with each truck's recurring deductions in its form (SPEC A2, C2). */
export function TrucksPage() {
  return <RecordsPage entity={trucks} Form={TruckForm} />
}
