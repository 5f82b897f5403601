/** Turns a record's stored values into the words of lists, details and questions. */
import { formatDay } from '#core/calendar.ts'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import type { Field } from '#core/fields/field.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'

export const NOT_KNOWN = 'N/A'

/** What of a record can be put into words: all of it, or the few fields that a search found. */
type Readable = { [field: string]: unknown; labels?: AnyRecord['labels'] }

/** The words by which people call a record: a driver's name, a load's number. */
export function recordLabel(entity: Pick<Listing, 'label'>, record: Readable): string {
  return String(record[entity.label] ?? '')
}

/** A field's value for reading; "" where there is none. Money "$1,234.50", days "11/20/2026" (SPEC B38). */
export function isReadable(name: string, field: Field, record: Readable): string {
  const value = record[name]
  if (field.control === 'reference') return linked(name, field, record)
  if (value === null || value === undefined || value === '') {
    return field.control === 'money' ? NOT_KNOWN : ''
  }
  const text = String(value)
  if (field.control === 'day') return formatDay(text)
  if (field.control === 'money') return formatMoney(toCents(text))
  if (field.control === 'quantity') return `${formatQuantity(text)} ${field.unit ?? ''}`.trim()
  if (field.control === 'choice') return optionLabel(field, text)
  return text
}

/** All that a column shows of a record, as text: "Freightliner Cascadia". */
export function cellText(
  entity: Pick<Listing, 'fields'>,
  column: ColumnOf,
  record: Readable,
): string {
  if (column.show === 'route') return route(record)
  if (column.format) return column.format(record)
  if (column.show === 'instant') return localTime(String(record[column.fields[0]]))
  const words = column.fields.map((name) => {
    const field = entity.fields[name]
    return field ? isReadable(name, field, record) : ''
  })
  return words.filter(Boolean).join(column.show === 'period' ? ' – ' : ' ')
}

/** An instant as date and time here: "11/20/2026, 3:04:05 PM". */
function localTime(instant: string): string {
  return new Date(instant).toLocaleString('en-US')
}

/** "Dallas, TX -> Atlanta, GA" (SPEC A2); a place without a city is its state. */
function route(record: Readable): string {
  const place = (city: unknown, state: unknown) => [city, state].filter(Boolean).join(', ')
  const from = place(record.pickupCity, record.pickupState)
  return `${from} -> ${place(record.deliveryCity, record.deliveryState)}`
}

/** "Łukasz van Nguyễn" → "ŁN". */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** The linked record's label; "Unknown" where the link leads nowhere (SPEC A2). */
function linked(name: string, field: Field, record: Readable): string {
  if (record[name] === null || record[name] === undefined) return field.emptyLabel ?? ''
  return record.labels?.[name] ?? 'Unknown'
}

function optionLabel(field: Field, value: string): string {
  return field.options?.find((option) => option.value === value)?.label ?? value
}
