/** The text of a filter's chip: "Payment Status: Unpaid, Pending", "Revenue: from $1,000.00". */
import { formatDay, type Day } from '#core/calendar.ts'
import {
  boundNames,
  filterOptions,
  resolveDay,
  isRelativeDay,
  NONE,
  type Bound,
  type Filters,
  type ListFilter,
} from '#core/lists/filters.ts'
import { hasBounds } from '#core/lists/columns.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'

/** A chip names this many values and counts the others. */
const MAX_NAMES = 3

/** The label for records without a day. */
export const BLANK = 'Blank'

/** "" if the filter is not set. `labels`: the labels of the linked records, by ID. */
export function describeFilter(
  filter: ListFilter,
  filters: Filters,
  today: Day,
  labels: Record<string, string> = {},
): string {
  const values = filters[filter.name] ?? ''
  if (!hasBounds(filter.kind))
    return joinNames(values.split(',').flatMap((value) => valueName(filter, value, labels)))
  if (values === NONE) return BLANK
  const [from = '', to = ''] = boundNames(filter).map((name) => filters[name])
  if (from && from === to) return `is ${formatEqual(filter, from, today)}`
  const bounds = [
    from && `from ${formatBound(filter, from, today, 'from')}`,
    to && `to ${formatBound(filter, to, today, 'to')}`,
  ]
  return bounds.filter(Boolean).join(' ')
}

/** The label of "no link", as the list shows it. */
export function noneLabel({ field }: ListFilter): string {
  return field.emptyLabel || 'None'
}

function valueName(filter: ListFilter, value: string, labels: Record<string, string>): string[] {
  if (value === '') return []
  const option = filterOptions(filter).find((choice) => choice.value === value)
  if (value === NONE && !option) return [noneLabel(filter)]
  return [option?.label ?? labels[value] ?? '…']
}

function joinNames(names: string[]): string {
  const named = names.slice(0, MAX_NAMES).join(', ')
  return names.length > MAX_NAMES ? `${named} and ${names.length - MAX_NAMES} more` : named
}

/** Both bounds are the same day, amount or week. */
function formatEqual(filter: ListFilter, value: string, today: Day): string {
  if (!isRelativeDay(value) || !value.endsWith('w')) return formatBound(filter, value, today, 'to')
  const [from, to] = (['from', 'to'] as const).map((bound) =>
    formatDay(resolveDay(value, today, bound)),
  )
  return `${formatRelativeDay(value)} (${from} – ${to})`
}

function formatBound({ field }: ListFilter, value: string, today: Day, bound: Bound): string {
  if (field.control === 'money') return formatMoney(toCents(value))
  if (field.control === 'quantity') return `${formatQuantity(value)} ${field.unit ?? ''}`.trim()
  if (!isRelativeDay(value)) return formatDay(value)
  return `${formatRelativeDay(value)} (${formatDay(resolveDay(value, today, bound))})`
}

/** "30d" → "in 30 days", "-1w" → "1 week ago". */
function formatRelativeDay(value: string): string {
  const unit = value.endsWith('w') ? 'week' : 'day'
  const steps = Number(value.slice(0, -1))
  if (steps === 0) return unit === 'week' ? 'this week' : 'today'
  const count = pluralize(Math.abs(steps), unit)
  return steps > 0 ? `in ${count}` : `${count} ago`
}
