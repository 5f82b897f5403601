import { useWatch } from 'react-hook-form'
import { describeUnusualDays } from '#core/transfer/unusual-days.ts'
import { today } from '#web/api/today.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'

/** Hints at the days of a load that are probably typed wrong, by field (SPEC C436). */
export function useUnusualDays(form: FieldsModel['form']): Record<string, string> {
  const [pickupDate, deliveryDate] = useWatch({
    control: form.control,
    name: ['pickupDate', 'deliveryDate'],
  })
  return describeUnusualDays({ pickupDate, deliveryDate }, today())
}
