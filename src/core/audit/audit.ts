/** The audit log: who did what, and when, with each change as it was before and after (SPEC S31). */
import type { FURTHER_SUBJECTS } from './address.ts'
import { formatDay } from '#core/calendar.ts'
import { companyFields } from '#core/settings/company.ts'
import { entities, everyEntity } from '#core/entities/entities.ts'
import type { Listing } from '#core/entities/entity.ts'
import { choice, type Field, type Fields } from '#core/fields/fields.ts'
import { quantity } from '#core/fields/amounts.ts'
import { optionalText } from '#core/fields/text.ts'
import { settlementHistory } from '#core/settlements/history.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { paymentFields } from '#core/settlements/approval.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { writeOffFields } from '#core/settlements/previous-owner.ts'
import { lineFields } from '#core/settlements/lines.ts'
import { ruleFields } from '#core/settlements/rules.ts'

/** What was done, by its name in the database. */
const ACTIONS = [
  { value: 'created', label: 'Added' },
  { value: 'changed', label: 'Changed' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'signed-up', label: 'Signed up' },
  { value: 'logged-in', label: 'Logged in' },
  { value: 'login-refused', label: 'Login refused' },
  { value: 'logged-out', label: 'Logged out' },
  { value: 'password-changed', label: 'Password changed' },
  { value: 'password-reset', label: 'Password reset' },
  { value: 'sessions-ended', label: 'Sessions ended' },
  { value: 'exported', label: 'Exported' },
  { value: 'imported', label: 'Imported' },
] as const

export type AuditAction = (typeof ACTIONS)[number]['value']

/** The links that stand in no form. */
const { truckId } = entities.loads.fields
const { ownerId } = entities.trucks.fields

/** What a record is called, its fields, and the one that the database names its entries by, where that is no plain text. */
type Subject = { singular: string; fields: Fields; naming?: string }

const FURTHER: Record<(typeof FURTHER_SUBJECTS)[number], Subject> = {
  billing: {
    singular: 'Settlement',
    naming: 'settlementDate',
    fields: { ...settlementHistory.fields, ...settlementFields, ...paymentFields, ownerId },
  },
  expenses: { singular: 'Settlement line', naming: 'category', fields: { ...lineFields, truckId } },
  deduction_rules: { singular: 'Recurring deduction', fields: ruleFields },
  releases: { singular: 'Release', fields: writeOffFields },
  settings: { singular: 'Settings', fields: companyFields },
  logos: { singular: 'Logo', fields: {} },
  audit: { singular: 'Audit log', fields: {} },
  account: { singular: 'Account export', fields: {} },
  pay_register: { singular: 'Pay register', fields: {} },
  statements: { singular: 'Statements (ZIP)', fields: {} },
  year_summary: { singular: 'Owner annual summary', fields: {} },
}

/** By its table. */
const SUBJECTS: Record<string, Subject> = {
  ...Object.fromEntries(
    everyEntity.map(({ name, singular, fields }) => [name, { singular, fields }]),
  ),
  ...FURTHER,
}

const KINDS = Object.entries(SUBJECTS).map(([value, { singular }]) => ({ value, label: singular }))

export type AuditEntry = {
  subject: string | null
  /** The fields that differ, as they were and as they became; null where there is no such side. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** What the linked records were called then: `drivers/7`. */
  names: Record<string, string> | null
}

export const auditLog: Listing = {
  name: 'audit',
  singular: 'Entry',
  title: 'Audit Log',
  description: 'Who did what, and when. No entry is ever changed or deleted.',
  label: 'label',
  fields: {
    createdAt: { ...optionalText('When'), control: 'day' },
    action: choice('Action', ACTIONS, { formDefault: 'changed' }),
    subject: choice('Kind', KINDS, { formDefault: 'loads' }),
    label: optionalText('Record'),
    subjectId: quantity('Record ID', ''),
    before: { ...optionalText('Before'), control: 'none' },
    after: { ...optionalText('Changes'), control: 'none' },
    names: { ...optionalText('Names'), control: 'none' },
    via: optionalText('Program'),
  },
  columns: [
    { title: 'When', fields: ['createdAt'], show: 'instant' },
    'action',
    'subject',
    { title: 'Record', fields: ['label'], words: (record) => describeRecord(record as NamedEntry) },
    {
      title: 'Changes',
      fields: ['after'],
      words: (record) => formatChanges(record as AuditEntry),
    },
  ],
}

type NamedEntry = Pick<AuditEntry, 'subject'> & { label: string | null }

/** What its record is called; some are named by a day or by a category: "11/20/2026", "Trailer Rental". */
export function describeRecord({ subject, label }: NamedEntry): string {
  const { fields = {}, naming = '' } = SUBJECTS[subject ?? ''] ?? {}
  return label === null ? '' : formatValue(fields[naming], label, null)
}

export type AuditChange = { label: string; from: string; to: string }

/** Field by field, in the order and under the labels of the screens; what has no label keeps its name. */
export function listChanges({ subject, before, after, names }: AuditEntry): AuditChange[] {
  const fields = SUBJECTS[subject ?? '']?.fields ?? {}
  const changed = Object.keys({ ...before, ...after })
  const declared = Object.keys(fields).filter((name) => changed.includes(name))
  return [...new Set([...declared, ...changed])].map((name) => ({
    label: fields[name]?.label ?? toWords(name),
    from: formatValue(fields[name], before?.[name], names),
    to: formatValue(fields[name], after?.[name], names),
  }))
}

/** In one line: "Revenue $2,400.00 → $2,500.00; Notes – → call first". */
export function formatChanges(entry: AuditEntry): string {
  const both = entry.before !== null && entry.after !== null
  return listChanges(entry)
    .map(({ label, from, to }) => `${label} ${both ? `${from} → ${to}` : entry.after ? to : from}`)
    .join('; ')
}

function formatValue(field: Field | undefined, value: unknown, names: AuditEntry['names']): string {
  if (value === null || value === undefined) return '–'
  if (field?.secret) return 'not shown'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (field?.control === 'money') return formatMoney(toCents(text))
  if (field?.control === 'day') return formatDay(text)
  if (field?.to) return names?.[`${field.to}/${text}`] ?? `ID ${text}`
  return field?.options?.find((option) => option.value === text)?.label ?? text
}

/** "netPayment" → "Net Payment". */
function toWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
