import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { toFormText } from '#web/records/form/form-text.ts'
import type { Start } from '#web/records/form/use-record-form.ts'

/** What the next load of a lane shares: who hauls it for whom, from where to where, the cargo, the money. */
const SAME = new Set([
  ...['truckId', 'driverId', 'driver2Id', 'brokerId', 'cargoType', 'weight', 'miles', 'revenue'],
  ...['pickupCity', 'pickupState', 'pickupZip', 'deliveryCity', 'deliveryState', 'deliveryZip'],
])

/** The start of a form for the same load again; its number, days and states are its own. */
export function duplicateLoad(load: AnyRecord): Start {
  const fields = Object.entries(getEntity('loads').fields).filter(([name]) => SAME.has(name))
  return { text: toFormText(Object.fromEntries(fields), load), labels: load.labels }
}
