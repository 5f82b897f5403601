import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { toFormText } from '#web/records/form/form-text.ts'
import type { FormStart } from '#web/records/form/use-record-form.ts'

/** The fields that a duplicate keeps. */
const COPIED = new Set([
  ...['truckId', 'trailerId', 'driverId', 'driver2Id', 'brokerId', 'dispatcherId'],
  ...['cargoType', 'weight', 'pieces'],
  ...['miles', 'emptyMiles', 'revenue'],
  ...['pickupCity', 'pickupState', 'pickupZip', 'deliveryCity', 'deliveryState', 'deliveryZip'],
])

/** The initial values of a duplicate's form, without the number, the dates and the statuses. */
export function duplicateLoad(load: AnyRecord): FormStart {
  const fields = Object.entries(getEntity('loads').fields).filter(([name]) => COPIED.has(name))
  return {
    text: toFormText(Object.fromEntries(fields), load),
    labels: load.labels,
    copyOf: load,
  }
}
