/** What a list may be asked for: page, search, order and filters (SPEC B20). Reads, does not run. */
import { z } from 'zod'
import { LARGEST_PAGE, LONGEST_SEARCH } from '#core/api.ts'
import { isDay } from '#core/calendar.ts'
import { NONE } from '#core/lists/filters.ts'
import type { Control, Fields } from '#core/fields/field.ts'
import { parseAmount } from '#core/money.ts'
import { badField } from '#server/errors.ts'

/** How a column's filter is read: anything else than its kind is refused before SQL sees it. */
export type ColumnKind = 'text' | 'number' | 'amount' | 'day' | 'link' | 'time'

export type Filter =
  | { column: string; kind: ColumnKind; among: (string | null)[] }
  | { column: string; kind: ColumnKind; from?: string; to?: string }

export type ListQuery = {
  limit: number | undefined
  offset: number
  search: string
  sort: { column: string; descending: boolean } | undefined
  filters: Filter[]
  /** Whether the answer says how many match: counting can take longer than the page itself. */
  counted: boolean
  /** Whose days instants are filtered by. */
  zone: string
}

/** For the API's page; the columns' filters come on top. */
export const listQuerySchema = z.looseObject({
  limit: z
    .string()
    .optional()
    .describe(`Page size, 1 to ${LARGEST_PAGE}; without it the whole list`),
  offset: z.string().optional().describe('How many records to pass over'),
  search: z.string().optional().describe('Looks through the text that the list shows'),
  sort: z.string().optional().describe('A column, or -column for the reverse'),
  counted: z.string().optional().describe('"no" leaves X-Total-Count out'),
  zone: z.string().optional().describe('Whose days instants are filtered by: "America/Chicago"'),
})

const EVERY_RECORD: [string, ColumnKind][] = [
  ['id', 'number'],
  ['createdAt', 'time'],
  ['updatedAt', 'time'],
]

const KIND_OF_CONTROL: Partial<Record<Control, ColumnKind>> = {
  reference: 'link',
  day: 'day',
  year: 'number',
  money: 'amount',
  quantity: 'amount',
}

/** The columns a list knows, by name: its fields, what every record has, and `more`. */
export function defineColumnKinds(
  fields: Fields,
  more: Record<string, ColumnKind> = {},
): Map<string, ColumnKind> {
  const declared = Object.entries(fields)
    .filter(([, { control, secret }]) => control !== 'none' && !secret)
    .map(([name, { control }]) => [name, KIND_OF_CONTROL[control] ?? 'text'] as const)
  return new Map([...EVERY_RECORD, ...declared, ...Object.entries(more)])
}

/** What the database computes of a record's fields are whole numbers (SPEC B25). */
export function computedKinds({ computed = [] }: { computed?: readonly string[] }) {
  return Object.fromEntries(computed.map((name) => [name, 'number' as const]))
}

/** Throws 400 naming what is not known or cannot be read. */
export function readListQuery(
  kinds: Map<string, ColumnKind>,
  query: Record<string, unknown>,
): ListQuery {
  const { limit, offset, search, sort, counted, zone, ...rest } = query
  return {
    limit: limit === undefined ? undefined : readWhole('limit', limit, 1, LARGEST_PAGE),
    offset: offset === undefined ? 0 : readWhole('offset', offset, 0, Number.MAX_SAFE_INTEGER),
    search: search === undefined ? '' : readSearch(search),
    sort: sort === undefined ? undefined : readSort(kinds, sort),
    counted: readCounted(counted),
    zone: zone === undefined ? 'UTC' : readZone(zone),
    filters: joined(Object.entries(rest).map(([name, value]) => readFilter(kinds, name, value))),
  }
}

function readWhole(name: string, value: unknown, least: number, most: number): number {
  const number = Number(value)
  if (typeof value === 'string' && /^\d{1,16}$/.test(value) && number >= least && number <= most) {
    return number
  }
  throw badField(name, `${name} must be a whole number from ${least} to ${most}`)
}

function readCounted(value: unknown): boolean {
  if (value === undefined || value === 'no') return value === undefined
  throw badField('counted', 'counted can only be "no"')
}

/** By name alone: of "+05:00" PostgreSQL and everybody else mean the opposite. */
function readZone(value: unknown): string {
  if (typeof value === 'string' && /^[A-Z][\w/+-]*$/i.test(value) && isZone(value)) return value
  throw badField('zone', 'zone must be a time zone, as "America/Chicago"')
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
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
  if (typeof value !== 'string') throw badField(name, `${name} may be given once`)
  if (!bound)
    return { column, kind, among: value.split(',').map((one) => readValue(name, kind, one)) }
  if (kind === 'text' || kind === 'link') throw badField(name, `${column} has no from and to`)
  return { column, kind, [bound]: readValue(name, kind, value) }
}

/** The two bounds of a column stand in a query apart, and are one filter. */
function joined(filters: Filter[]): Filter[] {
  const bounds = Object.groupBy(filters, ({ column, ...filter }) =>
    'among' in filter ? '' : column,
  )
  const { '': others = [], ...ranges } = bounds
  return [
    ...others,
    ...Object.values(ranges).map((parts) => Object.assign({}, ...(parts ?? [])) as Filter),
  ]
}

const READABLE: Record<ColumnKind, (text: string) => boolean> = {
  text: (text) => !/\p{Cc}/u.test(text),
  number: (text) => /^\d{1,15}$/.test(text),
  link: (text) => /^\d{1,15}$/.test(text),
  amount: (text) => parseAmount(text) !== null,
  day: isDay,
  time: isDay,
}

function readValue(name: string, kind: ColumnKind, text: string): string | null {
  if (kind === 'link' && (text === NONE || text === '')) return null
  if (kind === 'day' && text === NONE) return null
  if (READABLE[kind](text)) return text.normalize('NFC')
  throw badField(name, `${name} cannot be "${text}"`)
}
