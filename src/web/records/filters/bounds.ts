/** The typed bounds of a day or amount filter. Both bounds are inclusive; each may be blank. */
import { isDay, type Day } from '#core/calendar.ts'
import {
  boundNames,
  boundOf,
  resolveDay,
  type Filters,
  type ListFilter,
} from '#core/lists/filters.ts'
import { readTypedAmount, toCents } from '#core/money.ts'

/** Keyed by parameter name. */
export type TypedBounds = Record<string, string>

/** Keyed by parameter name. Null for an unreadable bound; a blank bound stays "". */
export type ReadBounds = Record<string, string | null>

/** Relative days become dates. */
export function toTypedBounds(filter: ListFilter, filters: Filters, today: Day): TypedBounds {
  return Object.fromEntries(
    boundNames(filter).map((name) => [name, resolveDay(filters[name] ?? '', today, boundOf(name))]),
  )
}

export function readBounds({ kind }: ListFilter, typed: TypedBounds): ReadBounds {
  const read = kind === 'day' ? readDay : readTypedAmount
  const entries = Object.entries(typed).map(([name, text]) => [
    name,
    text.trim() && read(text.trim()),
  ])
  return Object.fromEntries(entries) as ReadBounds
}

/** Undefined if a bound is invalid. An unchanged relative day stays relative: "in 30 days" does not become a fixed date. */
export function applyBounds(
  filter: ListFilter,
  bounds: ReadBounds,
  filters: Filters,
  today: Day,
): Filters | undefined {
  const valid = Object.entries(bounds).flatMap(([name, value]) => {
    if (value === null) return []
    const before = filters[name] ?? ''
    return [[name, resolveDay(before, today, boundOf(name)) === value ? before : value] as const]
  })
  if (isReversed(filter, bounds) || valid.length < Object.keys(bounds).length) return undefined
  return { ...filters, ...Object.fromEntries(valid), [filter.name]: '' }
}

/** The message for an invalid bound, or undefined if it is valid. `name`: the bound's parameter. */
export function boundError(
  filter: ListFilter,
  bounds: ReadBounds,
  name: string,
): string | undefined {
  const isDayFilter = filter.kind === 'day'
  if (bounds[name] === null) return isDayFilter ? 'Enter a date (M/D/YYYY)' : 'Enter an amount'
  if (name !== boundNames(filter)[1] || !isReversed(filter, bounds)) return undefined
  return isDayFilter ? 'Must be on or after From' : 'Must be at least From'
}

function isReversed(filter: ListFilter, bounds: ReadBounds): boolean {
  const [from, to] = boundNames(filter).map((name) => bounds[name])
  if (!from || !to) return false
  return filter.kind === 'day' ? from > to : toCents(from) > toCents(to)
}

function readDay(text: string): string | null {
  return isDay(text) ? text : null
}
