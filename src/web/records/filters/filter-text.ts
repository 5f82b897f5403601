/** The words of a filter's chip: "Payment Status: Unpaid, Pending", "Revenue: from $1,000.00". */
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import {
  boundNames,
  resolveDay,
  isRelativeDay,
  NONE,
  type Filters,
  type ListFilter,
} from '#core/lists/filters.ts'
import { hasBounds } from '#core/lists/columns.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { today } from '#web/api/today.ts'

/** A chip names the first few values and counts the rest. */
const MOST_NAMED = 3

/** What a day without a value is called. */
export const UNSET = 'Not set'

/** "" where the filter is not set. `labels` has the linked records' by their ids. */
export function describeFilter(
  filter: ListFilter,
  filters: Filters,
  labels: Record<string, string> = {},
): string {
  const values = filters[filter.name] ?? ''
  if (!hasBounds(filter.kind))
    return listed(values.split(',').flatMap((value) => nameOf(filter, value, labels)))
  if (values === NONE) return UNSET
  const [from = '', to = ''] = boundNames(filter).map((place) => filters[place])
  const words = [from && `from ${formatBound(filter, from)}`, to && `to ${formatBound(filter, to)}`]
  return words.filter(Boolean).join(' ')
}

/** What "no link" is called: as the list shows it. */
export function noneLabel({ field }: ListFilter): string {
  return field.emptyLabel || 'None'
}

function nameOf(filter: ListFilter, value: string, labels: Record<string, string>): string[] {
  if (value === '') return []
  if (value === NONE) return [noneLabel(filter)]
  const option = filter.field.options?.find((one) => one.value === value)
  return [option?.label ?? labels[value] ?? '…']
}

function listed(names: string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ')
  return names.length > MOST_NAMED ? `${named} and ${names.length - MOST_NAMED} more` : named
}

function formatBound({ field }: ListFilter, value: string): string {
  if (field.control === 'money') return formatMoney(toCents(value))
  if (field.control === 'quantity') return `${formatQuantity(value)} ${field.unit ?? ''}`.trim()
  if (!isRelativeDay(value)) return formatDay(value)
  return `${formatRelativeDay(Number(value.slice(0, -1)))} (${formatDay(resolveDay(value, today()))})`
}

function formatRelativeDay(days: number): string {
  if (days === 0) return 'today'
  const count = pluralize(Math.abs(days), 'day')
  return days > 0 ? `in ${count}` : `${count} ago`
}
