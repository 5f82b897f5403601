/** Formats a record's stored values as text. */
import { formatDay, type Day } from '#core/calendar.ts'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { formatRate } from '#core/decimals.ts'
import type { Field } from '#core/fields/field.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { timeZone } from '#web/api/today.ts'

export const NOT_AVAILABLE = 'N/A'

/** A whole record, or the few fields of a search result. */
type PartialRecord = { [field: string]: unknown; labels?: AnyRecord['labels'] }

/** The name or number that identifies the record: a driver's name, a load's number. */
export function recordLabel(entity: Pick<Listing, 'label'>, record: PartialRecord): string {
  return String(record[entity.label] ?? '')
}

/** What names a row to a screen reader: the label, or for a draft without a number "Ann Lopez, 104, 11/20/2026". */
export function rowName(listing: Listing, columns: ColumnOf[], record: AnyRecord): string {
  const label = recordLabel(listing, record)
  const others = columns.slice(0, 4).map((column) => cellText(listing, column, record))
  return label || others.filter(Boolean).join(', ')
}

/** Money as "$1,234.50", days as "11/20/2026" (SPEC B38). "" for a blank value. */
export function formatField(name: string, field: Field, record: PartialRecord): string {
  const value = record[name]
  if (field.control === 'reference') return linkLabel(name, field, record)
  if (value === null || value === undefined || value === '') {
    return field.control === 'money' ? NOT_AVAILABLE : ''
  }
  const text = String(value)
  if (field.control === 'day') return formatDay(text)
  if (field.control === 'money') return field.places ? formatRate(text) : formatMoney(toCents(text))
  if (field.control === 'quantity') return `${formatQuantity(text)} ${field.unit ?? ''}`.trim()
  if (field.control === 'choice') return optionLabel(field, text)
  if (field.kept)
    return text
      .split(',')
      .map((value) => optionLabel(field, value))
      .join(', ')
  return text
}

/** A column's fields joined: "Freightliner Cascadia". */
export function cellText(
  entity: Pick<Listing, 'fields'>,
  column: ColumnOf,
  record: PartialRecord,
): string {
  if (column.show === 'route') return formatRoute(record)
  if (column.format) return column.format(record)
  if (column.show === 'instant') return formatInstant(String(record[column.fields[0]]))
  const texts = column.fields.map((name) => {
    const field = entity.fields[name]
    return field ? formatField(name, field, record) : ''
  })
  if (column.show === 'open-period' && !texts[1]) return `From ${texts[0]}`
  return texts.filter(Boolean).join(column.show?.endsWith('period') ? ' – ' : ' ')
}

/** The text of a cell's second line; "" if it has none, also for a missing link (SPEC C55). */
export function secondLine(
  { fields }: Pick<Listing, 'fields'>,
  { second }: ColumnOf,
  record: PartialRecord,
  today: Day,
): string {
  if (!second) return ''
  if ('format' in second) return second.format(record, today)
  const field = fields[second.field]
  const isBlank = record[second.field] === null || record[second.field] === undefined
  return field && !isBlank ? formatField(second.field, field, record) : ''
}

/** Local date and time: "11/20/2026, 3:04:05 PM". */
function formatInstant(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { timeZone: timeZone() })
}

/** "Dallas, TX -> Atlanta, GA" (SPEC A2). */
export function formatRoute(record: PartialRecord): string {
  const place = (city: unknown, state: unknown) => [city, state].filter(Boolean).join(', ')
  const pickup = place(record.pickupCity, record.pickupState)
  return `${pickup} -> ${place(record.deliveryCity, record.deliveryState)}`
}

/** "Łukasz van Nguyễn" → "ŁN". */
export function initials(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean)
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
  return letters
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** "Unknown" if the linked record does not exist (SPEC A2). */
function linkLabel(name: string, field: Field, record: PartialRecord): string {
  if (record[name] === null || record[name] === undefined) return field.emptyLabel ?? ''
  return record.labels?.[name] ?? 'Unknown'
}

function optionLabel(field: Field, value: string): string {
  return field.options?.find((option) => option.value === value)?.label ?? value
}
