/** The audit log: who changed what and when, with the values before and after (SPEC S31). */
import { formatDay, isDay } from '#core/calendar.ts'
import type { Listing } from '#core/entities/entity.ts'
import { quantity } from '#core/fields/amounts.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import { choice } from '#core/fields/fields.ts'
import { optionalText } from '#core/fields/text.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { describeParts, type WithParts } from './saves.ts'
import { subjects } from './subjects.ts'

const ACTIONS = [
  { value: 'created', label: 'Added' },
  { value: 'changed', label: 'Changed' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'restored', label: 'Restored' },
  { value: 'trash-emptied', label: 'Trash emptied' },
  { value: 'signed-up', label: 'Signed up' },
  { value: 'logged-in', label: 'Logged in' },
  { value: 'login-refused', label: 'Failed login' },
  { value: 'logged-out', label: 'Logged out' },
  { value: 'password-changed', label: 'Password changed' },
  { value: 'password-reset', label: 'Password reset' },
  { value: 'reset-link-made', label: 'Link for a new password made' },
  { value: 'reset-link-mailed', label: 'Link for a new password emailed' },
  { value: 'two-step-on', label: 'Two-step login turned on' },
  { value: 'two-step-off', label: 'Two-step login turned off' },
  { value: 'two-step-reset', label: 'Two-step login reset' },
  { value: 'code-refused', label: 'Wrong login code' },
  { value: 'recovery-code-used', label: 'Recovery code used' },
  { value: 'recovery-codes-created', label: 'Recovery codes created' },
  { value: 'sessions-ended', label: 'Sessions ended' },
  { value: 'revealed', label: 'Bank details or tax ID read' },
  { value: 'view-started', label: 'Started view as' },
  { value: 'view-stopped', label: 'Ended view as' },
  { value: 'exported', label: 'Exported' },
  { value: 'imported', label: 'Imported' },
] as const

export type AuditAction = (typeof ACTIONS)[number]['value']

const RECORD_TYPES = Object.entries(subjects).map(([value, { singular }]) => ({
  value,
  label: singular,
}))

export type AuditEvent = {
  subject: string | null
  /** The changed fields; null before creation and after deletion. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The labels of linked records at that time, by entity and id: `drivers/7`. */
  names: Record<string, string> | null
}

export const auditLog: Listing = {
  name: 'audit',
  singular: 'Event',
  title: 'Audit Log',
  description: "A permanent record of every change. Entries can't be edited or deleted.",
  label: 'label',
  fields: {
    createdAt: { ...optionalText('When'), control: 'day' },
    personId: { ...optionalText('Person'), control: 'none' },
    action: choice('Action', ACTIONS, { formDefault: 'changed' }),
    subject: choice('Record Type', RECORD_TYPES, { formDefault: 'loads' }),
    label: optionalText('Record'),
    subjectId: quantity('Record ID', ''),
    before: { ...optionalText('Before'), control: 'none' },
    after: { ...optionalText('Changes'), control: 'none' },
    names: { ...optionalText('Names'), control: 'none' },
    via: optionalText('User Agent'),
  },
  columns: [
    { title: 'When', fields: ['createdAt'], show: 'instant' },
    { title: 'Person', fields: ['personId'], format: namePerson },
    'action',
    'subject',
    {
      title: 'Record',
      fields: ['label'],
      format: (record) => describeRecord(record as LabeledEvent),
    },
    {
      title: 'Changes',
      fields: ['after'],
      format: (record) => describeSave(record as AuditEvent & WithParts<LabeledEvent>),
    },
  ],
}

/** The fields of a table as its screens show them; empty for an unknown table. */
export function findSubjectFields(subject: string | null): Fields {
  const stored = Object.entries(subjects[subject ?? '']?.stored ?? {})
  const labeled = stored.map(([name, label]) => [name, optionalText(label)])
  return { ...findDeclaredFields(subject), ...(Object.fromEntries(labeled) as Fields) }
}

/** The fields that a form or a list declares. */
export function findDeclaredFields(subject: string | null): Fields {
  return subjects[subject ?? '']?.fields ?? {}
}

/** The name of the person. Blank if a program made the change, or if the event is older than members. */
export function namePerson({ labels }: Record<string, unknown>): string {
  return (labels as Record<string, string | null> | undefined)?.personId ?? ''
}

type LabeledEvent = Pick<AuditEvent, 'subject'> & { label: string | null }

/** The record's label: "L-1042", or a formatted date or category: "11/20/2026", "Trailer Rental". */
export function describeRecord({ subject, label }: LabeledEvent): string {
  const { fields = {}, labelField = '' } = subjects[subject ?? ''] ?? {}
  return label === null ? '' : formatValue(fields[labelField], label, null)
}

/** A changed field. `name`: the name of the field. */
export type AuditChange = { name: string; label: string; from: string; to: string }

/** Lists the changed fields in the order and with the labels of the screens. A field without a label gets one from its name. */
export function listChanges({ subject, before, after, names }: AuditEvent): AuditChange[] {
  const fields = findSubjectFields(subject)
  const changed = Object.keys({ ...before, ...after })
  const format = (name: string, value: unknown) =>
    formatLinked(subjects[subject ?? '']?.links?.[name], value, names) ??
    formatValue(fields[name], value, names)
  const declared = Object.keys(fields).filter((name) => changed.includes(name))
  return [...new Set([...declared, ...changed])].map((name) => ({
    name,
    label: fields[name]?.label ?? toLabel(name),
    from: format(name, before?.[name]),
    to: format(name, after?.[name]),
  }))
}

/** The other records of the save, then the changes: "2 settlement items: Fuel, Tolls; Net Payment $0.00 → -$57.25". */
function describeSave(event: AuditEvent & WithParts<LabeledEvent>): string {
  const singular = (subject: string) => subjects[subject]?.singular ?? toLabel(subject)
  const others = describeParts(event, singular, describeRecord)
  return [...others, formatChanges(event)].filter(Boolean).join('; ')
}

/** "Revenue $2,400.00 → $2,500.00; Notes – → call first". */
export function formatChanges(event: AuditEvent): string {
  const isChange = event.before !== null && event.after !== null
  return listChanges(event)
    .map(
      ({ label, from, to }) => `${label} ${isChange ? `${from} → ${to}` : event.after ? to : from}`,
    )
    .join('; ')
}

/** "Pat Doe, load L-1042" for a link to a record that is not an entity; "ID 7" if the event has no name. */
function formatLinked(
  table: string | undefined,
  value: unknown,
  names: AuditEvent['names'],
): string | undefined {
  if (table === undefined || value === null || value === undefined) return undefined
  return names?.[`${table}/${String(value)}`] ?? `ID ${String(value)}`
}

function formatValue(field: Field | undefined, value: unknown, names: AuditEvent['names']): string {
  if (value === null || value === undefined) return '–'
  if (field?.secret) return 'hidden'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (field?.unit === '%') return `${text}%`
  if (field?.control === 'money') return formatMoney(toCents(text))
  if (field?.control === 'day') return formatDay(text)
  if (field?.to) return names?.[`${field.to}/${text}`] ?? `ID ${text}`
  return field?.options?.find((option) => option.value === text)?.label ?? formatStored(text)
}

const STORED_INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|\+00(?::?00)?)$/

/** A value that no form declares: a stored day or time as the screens write it, "11/20/2026", "11/20/2026, 17:26 UTC". */
function formatStored(text: string): string {
  const [, day, time] = STORED_INSTANT.exec(text) ?? []
  if (day && isDay(day)) return `${formatDay(day)}, ${time} UTC`
  return isDay(text) ? formatDay(text) : text
}

/** "netPayment" → "Net Payment". */
function toLabel(name: string): string {
  const label = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
