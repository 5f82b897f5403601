import { useState } from 'react'
import { formatNamedDay, readNearestDay, readTypedDay, type DayOrder } from '#core/calendar.ts'
import { today } from '#web/api/today.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioChoice } from './radio-choice.tsx'

type DayOrderChoiceProps = {
  /** The order is that of the last file of this kind: it is said, and asked on request (SPEC C597). */
  asBefore?: boolean
  /** `example`: a day that can be read both ways; null if the file shows its order. */
  days: { order: DayOrder; example: string | null }
  onChoose: (order: DayOrder) => void
}

/** Asks whether the month or the day comes first, if the file does not show it (SPEC C431, C610). */
export function DayOrderChoice({ asBefore = false, days, onChoose }: DayOrderChoiceProps) {
  const { order, example } = days
  const [isAsked, setAsked] = useState(false)
  if (example === null) return null
  const name = (value: DayOrder) =>
    formatNamedDay(
      readTypedDay(example, value) ?? readNearestDay(example, value, today()) ?? today(),
    )
  if (asBefore && !isAsked)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {example} is {name(order)}, as in your last file of this kind.
        <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
          Change
        </Button>
      </p>
    )
  return (
    <RadioChoice
      legend={`This file does not show whether the month is first. ${example} is`}
      options={(['mdy', 'dmy'] as const).map((value) => ({
        value,
        label: name(value),
      }))}
      chosen={order}
      onChoose={onChoose}
    />
  )
}
