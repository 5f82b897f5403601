import { formatNamedDay, readNearestDay, readTypedDay, type DayOrder } from '#core/calendar.ts'
import { today } from '#web/api/today.ts'
import { RadioChoice } from './radio-choice.tsx'

type DayOrderChoiceProps = {
  /** `example`: a day that can be read both ways; null if the file shows its order. */
  days: { order: DayOrder; example: string | null }
  onChoose: (order: DayOrder) => void
}

/** Asks whether the month or the day comes first, if the file does not show it (SPEC C431, C610). */
export function DayOrderChoice({ days: { order, example }, onChoose }: DayOrderChoiceProps) {
  if (example === null) return null
  return (
    <RadioChoice
      legend={`This file does not show whether the month is first. ${example} is`}
      options={(['mdy', 'dmy'] as const).map((value) => ({
        value,
        label: formatNamedDay(
          readTypedDay(example, value) ?? readNearestDay(example, value, today()) ?? today(),
        ),
      }))}
      chosen={order}
      onChoose={onChoose}
    />
  )
}
