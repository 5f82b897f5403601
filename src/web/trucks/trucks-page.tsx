import { entityNamed } from '#core/entities.ts'
import { lazyForm } from '#web/records/lazy-form.tsx'
import { RecordsPage } from '#web/records/records-page.tsx'

const trucks = entityNamed('trucks')
const TruckForm = lazyForm(async () => (await import('./truck-form.tsx')).TruckForm)

/** The trucks: the screen of every entity, with each truck's recurring deductions in its form (SPEC A2, C2). */
export function TrucksPage() {
  return <RecordsPage entity={trucks} Form={TruckForm} />
}
