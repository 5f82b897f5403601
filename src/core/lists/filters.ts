/**
 * A list's filters, derived from its fields. The API's query and the page's address use the same names (SPEC B20):
 * `deliveryStatus=pending,in-transit`, `truckId=7,none`, `pickupDate.from=2026-11-01`, `settlementDate=none`.
 * The address may also give a day relative to today, so that a saved view stays current: `licenseExpiration.to=30d`,
 * `pickupDate.from=0w&pickupDate.to=0w` for this week.
 */
import { addDays, isDay, weekOf, type Day } from '#core/calendar.ts'
import type { Field, Fields, Option } from '#core/fields/field.ts'
import { parseAmount } from '#core/money.ts'
import { columnKind, hasBounds, isOffered, type FilterKind } from './columns.ts'

export type ListFilter = { name: string; label: string; kind: FilterKind; field: Field }

/** Values by parameter name. */
export type Filters = Record<string, string>

/** The value for "no link" (SPEC B17) and for a blank day or text. */
export const NONE = 'none'
/** The value for any text. */
export const SOME = 'some'

const RELATIVE_DAY = /^-?\d{1,4}[dw]$/
const SUNDAY = 0

/** The filters of the fields. Text has no filter: it is searched (SPEC B60). */
export function listFilters(fields: Fields): ListFilter[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const kind = columnKind(field)
    return isOffered(kind) ? [{ name, label: field.label, kind, field }] : []
  })
}

export function parameterNames(filter: ListFilter): string[] {
  if (!hasBounds(filter.kind)) return [filter.name]
  return [...boundNames(filter), ...(allowsBlank(filter) ? [filter.name] : [])]
}

export function boundNames({ name }: ListFilter): [from: string, to: string] {
  return [`${name}.from`, `${name}.to`]
}

/** Whether the filter can ask for records without this day. */
export function allowsBlank({ kind, field }: ListFilter): boolean {
  return kind === 'day' && field.defaultValue === null
}

/** Drops unknown names and unreadable values. `read` returns the address's value of a parameter. */
export function readFilters(fields: Fields, read: (name: string) => string | null): Filters {
  const entries = listFilters(fields).flatMap((filter) =>
    parameterNames(filter).flatMap((parameter) => {
      const text = read(parameter) ?? ''
      const value = parameter === filter.name ? readValues(filter, text) : readBound(filter, text)
      return value === '' ? [] : [[parameter, value] as const]
    }),
  )
  return Object.fromEntries(entries)
}

/** The filters as the API accepts them: without relative days. */
export function resolveDays(filters: Filters, today: Day): Filters {
  const entries = Object.entries(filters).map(([name, value]) => [
    name,
    resolveDay(value, today, boundOf(name)),
  ])
  return Object.fromEntries(entries) as Filters
}

/**
 * "30d" → the day 30 days from today, "-7d" → a week ago. "0w" → the first day of this week (Sunday, as on the
 * dashboard), or its last day as an upper bound; "1w" → of the next week. Other text is returned unchanged.
 */
export function resolveDay(text: string, today: Day, bound: Bound): string {
  if (!isRelativeDay(text)) return text
  const count = Number(text.slice(0, -1))
  if (text.endsWith('d')) return addDays(today, count)
  return weekOf(addDays(today, count * 7), SUNDAY)[bound]
}

/** Which end of a range a parameter is: `pickupDate.to` is the upper bound. */
export type Bound = 'from' | 'to'

export function boundOf(parameter: string): Bound {
  return parameter.endsWith('.to') ? 'to' : 'from'
}

export function isRelativeDay(text: string): boolean {
  return RELATIVE_DAY.test(text)
}

function readBound({ kind }: ListFilter, text: string): string {
  if (kind === 'day') return isDay(text) || isRelativeDay(text) ? text : ''
  return parseAmount(text) === null ? '' : text
}

function readValues({ kind, field }: ListFilter, text: string): string {
  if (kind === 'day') return text === NONE ? text : ''
  const isKnown = kind === 'link' ? isLink : (value: string) => isOption({ kind, field }, value)
  return [...new Set(text.split(','))].filter(isKnown).join(',')
}

function isLink(text: string): boolean {
  return text === NONE || /^[1-9]\d{0,14}$/.test(text)
}

/** The options of a filter that is neither a range nor a link. */
export function filterOptions({ kind, field }: Pick<ListFilter, 'kind' | 'field'>): Option[] {
  const { presence, options = [] } = field
  if (kind !== 'presence' || !presence) return [...options]
  return [
    { value: SOME, label: presence.some },
    { value: NONE, label: presence.none },
  ]
}

/** A choice without options gets them later, from the server. */
function isOption(filter: Pick<ListFilter, 'kind' | 'field'>, value: string): boolean {
  if (filter.kind === 'choice' && !filter.field.options) return /^[\w-]+$/.test(value)
  return filterOptions(filter).some((option) => option.value === value)
}
