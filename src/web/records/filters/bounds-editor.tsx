import { useState, type FormEvent } from 'react'
import { isDay } from '#core/calendar.ts'
import {
  boundNames,
  resolveDay,
  allowsBlank,
  NONE,
  type Filters,
  type ListFilter,
} from '#core/lists/filters.ts'
import { readTypedAmount, toCents } from '#core/money.ts'
import { today } from '#web/api/today.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import type { EditorProps } from './filter-editor.tsx'
import { UNSET } from './filter-text.ts'

const BOUNDS = ['From', 'To']

/** From and to, both counted in; either may be left open. Taken when both can be read. */
export function BoundsEditor({ filter, filters, onChange, onDone }: EditorProps) {
  const places = boundNames(filter)
  const [typed, setTyped] = useState(() => toDraft(places, filters))
  const [checked, setChecked] = useState(false)
  const values = readAll(filter, typed)
  const reversed = isReversed(filter, places, values)

  function apply(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (reversed || Object.values(values).includes(null)) return
    onChange({ ...filters, ...kept(values as Filters, filters), [filter.name]: '' })
    onDone()
  }

  function choose(unset: boolean) {
    const free = Object.fromEntries(places.map((place) => [place, '']))
    onChange({ ...filters, ...(unset && free), [filter.name]: unset ? NONE : '' })
    onDone()
  }

  const Input = filter.kind === 'day' ? DayInput : MoneyInput
  return (
    <form noValidate onSubmit={apply} className="grid gap-1">
      {places.map((place, index) => (
        <Labeled
          key={place}
          label={BOUNDS[index] ?? ''}
          name={place}
          error={checked ? errorMessage(filter, values[place], reversed && index === 1) : undefined}
        >
          {(aria) => (
            <Input
              {...aria}
              value={typed[place] ?? ''}
              onChange={(value) => setTyped({ ...typed, [place]: value })}
            />
          )}
        </Labeled>
      ))}
      {allowsBlank(filter) && (
        <CheckLine label={UNSET} checked={filters[filter.name] === NONE} onChange={choose} />
      )}
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </form>
  )
}

function toDraft(places: string[], filters: Filters): Record<string, string> {
  return Object.fromEntries(
    places.map((place) => [place, resolveDay(filters[place] ?? '', today())]),
  )
}

/** What was typed as the values of the filter; null where it cannot be read. */
function readAll({ kind }: ListFilter, typed: Record<string, string>) {
  const read = (text: string) =>
    kind === 'day' ? (isDay(text) ? text : null) : readTypedAmount(text)
  const entries = Object.entries(typed).map(([place, text]) => [place, text.trim() && read(text)])
  return Object.fromEntries(entries) as Record<string, string | null>
}

/** A bound that was not touched stays as the address names it: "in 30 days" is not the day that it is now. */
function kept(values: Filters, filters: Filters): Filters {
  const entries = Object.entries(values).map(([place, value]) => {
    const before = filters[place] ?? ''
    return [place, resolveDay(before, today()) === value ? before : value]
  })
  return Object.fromEntries(entries) as Filters
}

function isReversed({ kind }: ListFilter, places: string[], values: Record<string, string | null>) {
  const [from, to] = places.map((place) => values[place])
  if (!from || !to) return false
  return kind === 'day' ? from > to : toCents(from) > toCents(to)
}

function errorMessage({ kind }: ListFilter, value: string | null | undefined, reversed: boolean) {
  if (value === null) return kind === 'day' ? 'Type a date: M/D/YYYY' : 'Type an amount: 1,234.50'
  if (!reversed) return undefined
  return kind === 'day' ? 'This is before From' : 'This is less than From'
}
