import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import type { FilterProps } from './props.ts'
import { splitValues, toggleValue } from './values.ts'

/** A click applies immediately. */
export function ChoicesEditor({ filter, filters, onChange }: FilterProps) {
  const chosen = splitValues(filter, filters)
  return (
    <div className="grid">
      {filter.field.options?.map(({ value, label }) => (
        <CheckLine
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={(checked) => onChange(toggleValue(filter, filters, value, checked))}
        />
      ))}
    </div>
  )
}
