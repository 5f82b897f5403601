import { depositFields } from '#core/factoring/requests.ts'
import { today } from '#web/api/today.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { TextArea, TextInput } from '#web/ui/inputs/text-input.tsx'

/** Day, deposit, reference and note of a new report, as typed. */
export const startHead = () => ({ day: today(), amount: '0.00', reference: '', note: '' })

export type Head = ReturnType<typeof startHead>

type HeadProps = {
  head: Head
  errors: Record<string, string>
  onChange: (head: Head) => void
}

export function HeadFields({ head, errors, onChange }: HeadProps) {
  const set = (name: keyof Head) => (value: string) => onChange({ ...head, [name]: value })
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-3">
      <Labeled label={depositFields.day.label} name="day" error={errors['day']} required>
        {(aria) => <DayInput {...aria} value={head.day} onChange={set('day')} />}
      </Labeled>
      <Labeled label={depositFields.amount.label} name="amount" error={errors['amount']} required>
        {(aria) => (
          <MoneyInput {...aria} adornment="$" value={head.amount} onChange={set('amount')} />
        )}
      </Labeled>
      <Labeled label={depositFields.reference.label} name="reference" error={errors['reference']}>
        {(aria) => (
          <TextInput
            {...aria}
            value={head.reference}
            onChange={({ target }) => set('reference')(target.value)}
          />
        )}
      </Labeled>
      <div className="min-w-0 sm:col-span-3">
        <Labeled label={depositFields.note.label} name="note" error={errors['note']}>
          {(aria) => (
            <TextArea
              {...aria}
              rows={2}
              value={head.note}
              onChange={({ target }) => set('note')(target.value)}
            />
          )}
        </Labeled>
      </div>
    </div>
  )
}
