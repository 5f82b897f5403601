/**
 * What a list can be filtered by, derived from its fields. A filter's values stand in the address and
 * in the API's query under the same names (SPEC B20): `deliveryStatus=pending,in-transit`,
 * `truckId=7,none`, `pickupDate.from=2026-11-01`, `settlementDate=none`. An address may also name a day by its distance from
 * today, so that a view saved in May still means "the next 30 days" in June: `licenseExpiration.to=30d`.
 */
import { addDays, isDay, type Day } from '#core/calendar.ts'
import type { Control, Field, Fields } from '#core/fields/field.ts'
import { parseAmount } from '#core/money.ts'

export type FilterKind = 'choice' | 'link' | 'day' | 'amount'

export type ListFilter = { name: string; label: string; kind: FilterKind; field: Field }

/** The values of a list's filters by their names in the address. */
export type Filters = Record<string, string>

/** Stands for "no link" (SPEC B17), and for a day that is not set. */
export const NONE = 'none'

const KINDS: Partial<Record<Control, FilterKind>> = {
  choice: 'choice',
  reference: 'link',
  day: 'day',
  money: 'amount',
  quantity: 'amount',
}

const DISTANCE = /^-?\d{1,4}d$/

/** What a list can be filtered by; text is searched instead (SPEC B60). */
export function listFilters(fields: Fields): ListFilter[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const kind = KINDS[field.control]
    return kind ? [{ name, label: field.label, kind, field }] : []
  })
}

/** The names under which a filter stands in an address. */
export function parameterNames(filter: ListFilter): string[] {
  if (!hasBounds(filter.kind)) return [filter.name]
  return [...boundNames(filter), ...(allowsBlank(filter) ? [filter.name] : [])]
}

export function boundNames({ name }: ListFilter): [from: string, to: string] {
  return [`${name}.from`, `${name}.to`]
}

/** Whether records without this day can be asked for. */
export function allowsBlank({ kind, field }: ListFilter): boolean {
  return kind === 'day' && field.defaultValue === null
}

/**
 * What of an address filters the list; `read` gives what the address holds under a name. A name that
 * is not known and a value that cannot be read are passed over.
 */
export function readFilters(fields: Fields, read: (name: string) => string | null): Filters {
  const entries = listFilters(fields).flatMap((filter) =>
    parameterNames(filter).flatMap((place) => {
      const text = read(place) ?? ''
      const value = place === filter.name ? readValues(filter, text) : readBound(filter, text)
      return value === '' ? [] : [[place, value] as const]
    }),
  )
  return Object.fromEntries(entries)
}

/** The same as the API takes them: days that were named by their distance become days. */
export function resolveDays(filters: Filters, today: Day): Filters {
  const entries = Object.entries(filters).map(([name, value]) => [name, resolveDay(value, today)])
  return Object.fromEntries(entries) as Filters
}

/** "30d" → the day 30 days after today, "-7d" a week before it; anything else stays as it is. */
export function resolveDay(text: string, today: Day): string {
  return DISTANCE.test(text) ? addDays(today, Number(text.slice(0, -1))) : text
}

/** Whether a day is named by its distance from today. */
export function isRelativeDay(text: string): boolean {
  return DISTANCE.test(text)
}

export function hasBounds(kind: FilterKind): boolean {
  return kind === 'day' || kind === 'amount'
}

function readBound({ kind }: ListFilter, text: string): string {
  if (kind === 'day') return isDay(text) || DISTANCE.test(text) ? text : ''
  return parseAmount(text) === null ? '' : text
}

function readValues({ kind, field }: ListFilter, text: string): string {
  if (kind === 'day') return text === NONE ? text : ''
  const known = kind === 'link' ? isLink : isOptionOf(field)
  return [...new Set(text.split(','))].filter(known).join(',')
}

function isLink(text: string): boolean {
  return text === NONE || /^[1-9]\d{0,14}$/.test(text)
}

function isOptionOf({ options = [] }: Field) {
  return (text: string) => options.some(({ value }) => value === text)
}
