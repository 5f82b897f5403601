import { useState } from 'react'
import { isDay, type Day } from '#core/calendar.ts'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'

type FirstDayFieldProps = { firstDay: Day; disabled: boolean; onChange: (firstDay: Day) => void }

/** The first pickup date that the rules apply to. It is saved when the field loses the focus. */
export function FirstDayField({ firstDay, disabled, onChange }: FirstDayFieldProps) {
  const [typed, setTyped] = useState(firstDay)
  const error = isDay(typed) ? undefined : 'From must be a date'
  return (
    <div className="max-w-56">
      <Labeled
        label="From"
        name="firstDay"
        error={error}
        hint="For unpaid loads picked up on or after this date"
      >
        {(aria) => (
          <DayInput
            {...aria}
            disabled={disabled}
            value={typed}
            onChange={setTyped}
            onBlur={() => isDay(typed) && typed !== firstDay && onChange(typed)}
          />
        )}
      </Labeled>
    </div>
  )
}
