import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { hasBounds } from '#core/lists/columns.ts'
import { allowsBlank, boundNames, filterOptions, NONE } from '#core/lists/filters.ts'
import { noResultsText } from '#core/search/search.ts'
import { useLabels } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { useOptions } from '#web/records/form/use-options.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { applyBounds, boundError, readBounds, toTypedBounds } from './bounds.ts'
import { BLANK, noneLabel } from './filter-text.ts'
import type { EditorProps, FilterProps } from './props.ts'
import { splitValues, toggleValue } from './values.ts'

export function FilterEditor(props: EditorProps) {
  const { kind, label } = props.filter
  const Editor = hasBounds(kind) ? BoundsEditor : kind === 'link' ? LinksEditor : ChoicesEditor
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    root.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={root} className="grid gap-2">
      <p className="text-sm font-medium">{label}</p>
      <Editor {...props} />
    </div>
  )
}

/** Checkboxes for a filter's values. A click applies immediately. */
function ChoicesEditor({ filter, filters, onChange }: FilterProps) {
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

/** A search box for linked records, with a choice for records without a link. */
function LinksEditor({ filter, filters, onChange }: FilterProps) {
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

const LABELS = ['From', 'To']

function BoundsEditor({ filter, filters, onChange, onDone }: EditorProps) {
  const [typed, setTyped] = useState(() => toTypedBounds(filter, filters, today()))
  const [checked, setChecked] = useState(false)
  const names = boundNames(filter)
  const bounds = readBounds(filter, typed)

  function apply(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    const applied = applyBounds(filter, bounds, filters, today())
    if (!applied) return
    onChange(applied)
    onDone()
  }

  function chooseBlank(isBlank: boolean) {
    const noBounds = Object.fromEntries(names.map((name) => [name, '']))
    onChange({ ...filters, ...(isBlank && noBounds), [filter.name]: isBlank ? NONE : '' })
    onDone()
  }

  const Input = filter.kind === 'day' ? DayInput : MoneyInput
  return (
    <form noValidate onSubmit={apply} className="grid gap-1">
      {names.map((name, index) => (
        <Labeled
          key={name}
          label={LABELS[index] ?? ''}
          name={name}
          error={checked ? boundError(filter, bounds, name) : undefined}
        >
          {(aria) => (
            <Input
              {...aria}
              value={typed[name] ?? ''}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          )}
        </Labeled>
      ))}
      {allowsBlank(filter) && (
        <CheckLine label={BLANK} checked={filters[filter.name] === NONE} onChange={chooseBlank} />
      )}
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </form>
  )
}
