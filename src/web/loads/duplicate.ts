import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { toFormText } from '#web/records/form/form-text.ts'
import type { FormStart } from '#web/records/form/use-record-form.ts'

/** The fields that the next load of a lane shares. */
const COPIED = new Set([
  ...['truckId', 'driverId', 'driver2Id', 'brokerId', 'cargoType', 'weight'],
  ...['miles', 'emptyMiles', 'revenue'],
  ...['pickupCity', 'pickupState', 'pickupZip', 'deliveryCity', 'deliveryState', 'deliveryZip'],
])

/** The start of a copy's form, without the number, the dates and the statuses. */
export function duplicateLoad(load: AnyRecord): FormStart {
  const fields = Object.entries(getEntity('loads').fields).filter(([name]) => COPIED.has(name))
  return { text: toFormText(Object.fromEntries(fields), load), labels: load.labels }
}
