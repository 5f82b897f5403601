import { useId, useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { NONE } from '#core/lists/filters.ts'
import { noResultsText } from '#core/search/search.ts'
import { useLabels } from '#web/api/queries.ts'
import { useOptions } from '#web/records/form/use-options.ts'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { noneLabel } from './filter-text.ts'
import type { FilterProps } from './props.ts'
import { splitValues, toggleValue } from './values.ts'

/** A search box for linked records, with a choice for records without a link. */
export function LinksEditor({ filter, filters, onChange }: FilterProps) {
  const [typed, setTyped] = useState('')
  const list = useId()
  const to = getEntity(filter.field.to ?? 'trucks')
  const { options: found, searching } = useOptions(to, typed, true)
  const chosen = splitValues(filter, filters)
  const optional = filter.field.defaultValue === null
  const labels = useLabels(
    to.name,
    chosen.filter((value) => value !== NONE),
  )
  const kept = typed === '' ? chosen.filter((id) => id !== NONE) : []
  const options = [
    ...(typed === '' && optional ? [{ value: NONE, label: noneLabel(filter) }] : []),
    ...kept.map((value) => ({ value, label: labels[value] ?? '…' })),
    ...found.filter(({ value }) => !kept.includes(value)),
  ]
  return (
    <div className="grid gap-2">
      <TextInput
        aria-label={`Find by ${to.singular.toLowerCase()}`}
        aria-controls={list}
        placeholder="Type to search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div id={list} className="grid max-h-64 overflow-y-auto">
        {options.map(({ value, label }) => (
          <CheckLine
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(checked) => onChange(toggleValue(filter, filters, value, checked))}
          />
        ))}
        {options.length === 0 && (
          <p className="p-1 text-sm text-muted">
            {searching ? 'Searching...' : noResultsText(typed)}
          </p>
        )}
      </div>
    </div>
  )
}
