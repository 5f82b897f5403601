import { useWatch } from 'react-hook-form'
import { describeUnusualDays } from '#core/transfer/unusual-days.ts'
import { today } from '#web/api/today.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'

/** Hints at the days and drivers of a load that are probably typed wrong, by field (SPEC C436). */
export function useUnusualValues(form: FieldsModel['form']): Record<string, string> {
  const [pickupDate, deliveryDate, driverId, driver2Id] = useWatch({
    control: form.control,
    name: ['pickupDate', 'deliveryDate', 'driverId', 'driver2Id'],
  })
  const isTwice = driverId && driverId === driver2Id
  return {
    ...describeUnusualDays({ pickupDate, deliveryDate }, today()),
    ...(isTwice ? { driver2Id: 'The same driver twice' } : {}),
  }
}
