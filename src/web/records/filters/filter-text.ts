/** The words of a filter's chip: "Payment Status: Unpaid, Pending", "Revenue: from $1,000.00". */
import { formatDay } from '#core/calendar.ts'
import { counted } from '#core/pluralize.ts'
import {
  boundsOf,
  dayFrom,
  hasBounds,
  isDistance,
  NONE,
  type Filters,
  type ListFilter,
} from '#core/lists/filters.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { today } from '#web/api/today.ts'

/** A chip names the first few values and counts the rest. */
const MOST_NAMED = 3

/** What a day without a value is called. */
export const UNSET = 'Not set'

/** "" where the filter is not set. `labels` has the linked records' by their ids. */
export function wordsOf(
  filter: ListFilter,
  filters: Filters,
  labels: Record<string, string> = {},
): string {
  const values = filters[filter.name] ?? ''
  if (!hasBounds(filter.kind))
    return listed(values.split(',').flatMap((value) => nameOf(filter, value, labels)))
  if (values === NONE) return UNSET
  const [from = '', to = ''] = boundsOf(filter).map((place) => filters[place])
  const words = [from && `from ${boundOf(filter, from)}`, to && `to ${boundOf(filter, to)}`]
  return words.filter(Boolean).join(' ')
}

/** What "no link" is called: as the list shows it. */
export function noneOf({ field }: ListFilter): string {
  return field.none || 'None'
}

function nameOf(filter: ListFilter, value: string, labels: Record<string, string>): string[] {
  if (value === '') return []
  if (value === NONE) return [noneOf(filter)]
  const option = filter.field.options?.find((one) => one.value === value)
  return [option?.label ?? labels[value] ?? '…']
}

function listed(names: string[]): string {
  const named = names.slice(0, MOST_NAMED).join(', ')
  return names.length > MOST_NAMED ? `${named} and ${names.length - MOST_NAMED} more` : named
}

function boundOf({ field }: ListFilter, value: string): string {
  if (field.control === 'money') return formatMoney(toCents(value))
  if (field.control === 'quantity') return `${formatQuantity(value)} ${field.unit ?? ''}`.trim()
  if (!isDistance(value)) return formatDay(value)
  return `${distanceOf(Number(value.slice(0, -1)))} (${formatDay(dayFrom(value, today()))})`
}

function distanceOf(days: number): string {
  if (days === 0) return 'today'
  const count = counted(Math.abs(days), 'day')
  return days > 0 ? `in ${count}` : `${count} ago`
}
