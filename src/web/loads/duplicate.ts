import { entityNamed } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { textOf } from '#web/records/form/form-text.ts'
import type { Start } from '#web/records/form/use-record-form.ts'

/** What the next load of a lane shares: who hauls it for whom, from where to where, the cargo, the money. */
const SAME = new Set([
  ...['truckId', 'driverId', 'driver2Id', 'brokerId', 'cargoType', 'weight', 'miles', 'revenue'],
  ...['pickupCity', 'pickupState', 'pickupZip', 'deliveryCity', 'deliveryState', 'deliveryZip'],
])

/** The start of a form for the same load again; its number, days and states are its own. */
export function duplicateOf(load: AnyRecord): Start {
  const fields = Object.entries(entityNamed('loads').fields).filter(([name]) => SAME.has(name))
  return { text: textOf(Object.fromEntries(fields), load), labels: load.labels }
}
