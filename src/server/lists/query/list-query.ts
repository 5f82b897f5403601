/** Parses a list's query string: page, search, sort and filters (SPEC B20). */
import { z } from 'zod'
import { LARGEST_PAGE, LONGEST_SEARCH } from '#core/api.ts'
import { isDay } from '#core/calendar.ts'
import type { Fields } from '#core/fields/field.ts'
import { LATEST_YEAR } from '#core/fields/fields.ts'
import { columnKind, hasBounds, type ColumnKind } from '#core/lists/columns.ts'
import { NONE, SOME } from '#core/lists/filters.ts'
import { parseAmount } from '#core/money.ts'
import { isTimeZone } from '#core/time-zones.ts'
import { readTimeZone } from '#server/database/actor.ts'
import { badField } from '#server/errors.ts'
import type { Filter, ListQuery } from '#server/lists/types.ts'

/** The query of a list in the API documentation. Each column's filter is one more parameter. */
export const listQuerySchema = z.looseObject({
  limit: z
    .string()
    .optional()
    .describe(`Page size, 1 to ${LARGEST_PAGE}; without it the whole list`),
  offset: z.string().optional().describe('Number of records to skip'),
  search: z
    .string()
    .optional()
    .describe('Text in the columns of the list; one character: the beginning of a number'),
  sort: z.string().optional().describe('A column, or -column for descending order'),
  counted: z.string().optional().describe('"no" omits X-Total-Count'),
  zone: z.string().optional().describe('Time zone for date filters: "America/Chicago"'),
})

const COMMON_COLUMNS: [string, ColumnKind][] = [
  ['id', 'number'],
  ['createdAt', 'time'],
  ['updatedAt', 'time'],
]

/** The columns of a list by name: its fields, those of every record, and `more`. */
export function defineColumnKinds(
  fields: Fields,
  more: Record<string, ColumnKind> = {},
): Map<string, ColumnKind> {
  const declared = Object.entries(fields)
    .filter(([, { control, secret }]) => control !== 'none' && !secret)
    .map(([name, field]) => [name, columnKind(field)] as const)
  return new Map([...COMMON_COLUMNS, ...declared, ...Object.entries(more)])
}

/** Computed columns are whole numbers (SPEC B25). */
export function computedKinds({ computed = [] }: { computed?: readonly string[] }) {
  return Object.fromEntries(computed.map((name) => [name, 'number' as const]))
}

/** Reads the query of a list. Throws 400 that names the unknown or unreadable parameter. */
export function readListQuery(
  kinds: Map<string, ColumnKind>,
  query: Record<string, unknown>,
): ListQuery {
  const { limit, offset, search, sort, counted, zone, ...filters } = query
  return {
    limit: limit === undefined ? undefined : readWhole('limit', limit, 1, LARGEST_PAGE),
    offset: offset === undefined ? 0 : readWhole('offset', offset, 0, Number.MAX_SAFE_INTEGER),
    search: search === undefined ? '' : readSearch(search),
    sort: sort === undefined ? undefined : readSort(kinds, sort),
    counted: readCounted(counted),
    zone: zone === undefined ? readTimeZone() : readZone(zone),
    filters: joinBounds(
      Object.entries(filters).map(([name, value]) => readFilter(kinds, name, value)),
    ),
  }
}

function readWhole(name: string, value: unknown, min: number, max: number): number {
  const number = Number(value)
  if (typeof value === 'string' && /^\d{1,16}$/.test(value) && number >= min && number <= max) {
    return number
  }
  throw badField(name, `${name} must be a whole number from ${min} to ${max}`)
}

function readCounted(value: unknown): boolean {
  if (value === undefined || value === 'no') return value === undefined
  throw badField('counted', 'counted can only be "no"')
}

function readZone(value: unknown): string {
  if (typeof value === 'string' && isTimeZone(value)) return value
  throw badField('zone', 'zone must be a time zone, such as "America/Chicago"')
}

function readSearch(value: unknown): string {
  if (typeof value !== 'string' || /\p{Cc}/u.test(value) || value.length > LONGEST_SEARCH) {
    throw badField('search', `search must be at most ${LONGEST_SEARCH} characters of text`)
  }
  return value.trim().normalize('NFC')
}

function readSort(kinds: Map<string, ColumnKind>, value: unknown) {
  const descending = typeof value === 'string' && value.startsWith('-')
  const column = String(value).slice(descending ? 1 : 0)
  if (!kinds.has(column)) throw badField('sort', `There is no column "${column}" to sort by`)
  return { column, descending }
}

function readFilter(kinds: Map<string, ColumnKind>, name: string, value: unknown): Filter {
  const [column = '', bound] = name.split(/\.(?=(?:from|to)$)/)
  const kind = kinds.get(column)
  if (!kind) throw badField(name, `There is no column "${name}"`)
  if (typeof value !== 'string') throw badField(name, `${name} can be sent only once`)
  if (!bound)
    return { column, kind, among: value.split(',').map((text) => readValue(name, kind, text)) }
  if (!hasBounds(kind)) throw badField(name, `${column} has no from and to`)
  return { column, kind, [bound]: readValue(name, kind, value) }
}

/** Joins `pickupDate.from` and `pickupDate.to` into one filter. */
function joinBounds(filters: Filter[]): Filter[] {
  const byColumn = Object.groupBy(filters, ({ column, ...filter }) =>
    'among' in filter ? '' : column,
  )
  const { '': others = [], ...ranges } = byColumn
  return [
    ...others,
    ...Object.values(ranges).map((bounds) => Object.assign({}, ...(bounds ?? [])) as Filter),
  ]
}

const isPrintable = (text: string) => !/\p{Cc}/u.test(text)
const isWhole = (text: string) => /^\d{1,15}$/.test(text)

const IS_VALID: Record<ColumnKind, (text: string) => boolean> = {
  text: isPrintable,
  choice: isPrintable,
  presence: (text) => text === SOME,
  number: isWhole,
  year: (text) => /^\d{1,4}$/.test(text) && Number(text) <= LATEST_YEAR,
  link: isWhole,
  amount: (text) => parseAmount(text) !== null,
  day: isDay,
  time: isDay,
}

/** Returns null for a blank link or day. */
function readValue(name: string, kind: ColumnKind, text: string): string | null {
  if (kind === 'link' && (text === NONE || text === '')) return null
  if ((kind === 'day' || kind === 'presence') && text === NONE) return null
  if (IS_VALID[kind](text)) return text.normalize('NFC')
  if (kind === 'year') throw badField(name, `${name} must be a year from 0 to ${LATEST_YEAR}`)
  throw badField(name, `${name} cannot be "${text}"`)
}
