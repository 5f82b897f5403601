import { filterOptions } from '#core/lists/filters.ts'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import type { FilterProps } from './props.ts'
import { splitValues, toggleValue } from './values.ts'

/** Checkboxes for a filter's values. A click applies immediately. */
export function ChoicesEditor({ filter, filters, onChange }: FilterProps) {
  const chosen = splitValues(filter, filters)
  return (
    <div className="grid">
      {filterOptions(filter).map(({ value, label }) => (
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
