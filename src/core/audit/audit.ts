/** The audit log: who changed what and when, with the values before and after (SPEC S31). */
import type { OTHER_SUBJECTS } from './address.ts'
import { describeParts, type WithParts } from './saves.ts'
import { findStoredFields, findStoredLink } from './stored-fields.ts'
import { entryFields } from '#core/balances/entries.ts'
import { escrowRateFields } from '#core/balances/interest.ts'
import { accountMapFields, closedChangeRecords, exportBatches } from '#core/books/listings.ts'
import { brokerChecks, brokerFiles } from '#core/broker-checks/listings.ts'
import { formatDay } from '#core/calendar.ts'
import { chargedLoadFields, loadCharges } from '#core/charges/charges.ts'
import { taughtLayoutRecords } from '#core/confirmations/taught/records.ts'
import { documentRecords } from '#core/documents/documents.ts'
import { uploadLinkRecords } from '#core/documents/upload-links.ts'
import { comments } from '#core/comments/comments.ts'
import { invoiceFields } from '#core/invoices/invoices.ts'
import { billingSettingsFields } from '#core/invoices/settings.ts'
import { companyFields } from '#core/settings/company.ts'
import { entities, everyEntity } from '#core/entities/entities.ts'
import type { Listing } from '#core/entities/entity.ts'
import { factorBrokers, factors } from '#core/factoring/factors.ts'
import { factorDeposits, factorSchedules } from '#core/factoring/listings.ts'
import { choice } from '#core/fields/fields.ts'
import type { Field, Fields } from '#core/fields/field.ts'
import { quantity } from '#core/fields/amounts.ts'
import { optionalText } from '#core/fields/text.ts'
import { mailRecords } from '#core/mail/mails.ts'
import { mailSettingsRecords } from '#core/mail/settings.ts'
import { settlementHistory } from '#core/settlements/history.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { contactRecords } from '#core/receivables/contacts.ts'
import { disputeRecords } from '#core/receivables/disputes.ts'
import { reminderSettingsFields } from '#core/receivables/reminder-settings.ts'
import { closingFields, partFields, paymentListFields } from '#core/payments/payments.ts'
import { receiptListFields } from '#core/receipts/receipts.ts'
import { differenceListFields, partListFields, refundListFields } from '#core/receipts/stored.ts'
import { paymentFields } from '#core/settlements/approval.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { writeOffFields } from '#core/settlements/previous-payee.ts'
import { packetOrders, sendings } from '#core/packets/listing.ts'
import { requiredPapersFields } from '#core/required-papers/listing.ts'
import { assignmentFields, teamSettingsFields } from '#core/team/fields.ts'
import { lineFields } from '#core/settlements/lines.ts'
import { ruleFields } from '#core/settlements/rules.ts'

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

/** Fields of entities, for links that have no field in a form. */
const { truckId } = entities.loads.fields
const { ownerId, driverId } = entities.trucks.fields

/** `labelField`: the field whose value the log stores as the record's label, if its raw value needs formatting. */
type Subject = { singular: string; fields: Fields; labelField?: string }

const OTHERS: Record<(typeof OTHER_SUBJECTS)[number], Subject> = {
  billing: {
    singular: 'Settlement',
    labelField: 'settlementDate',
    fields: {
      ...settlementHistory.fields,
      ...settlementFields,
      ...paymentFields,
      ownerId,
      driverId,
    },
  },
  expenses: {
    singular: 'Settlement item',
    labelField: 'category',
    fields: { ...lineFields, extraPay: ruleFields.extraPay, truckId },
  },
  deduction_rules: { singular: 'Recurring deduction', fields: ruleFields },
  releases: { singular: 'Write-off', fields: writeOffFields },
  balance_entries: { singular: 'Balance entry', fields: entryFields },
  escrow_rates: { singular: 'Escrow interest rate', fields: escrowRateFields },
  balances: { singular: 'Balances (CSV)', fields: {} },
  payouts: { singular: 'Payment', fields: { ...paymentListFields, truckId } },
  payout_parts: { singular: 'Part of a payment', fields: partFields },
  payout_closings: { singular: 'Repayment or write-off', fields: closingFields },
  receipts: { singular: 'Money received', fields: receiptListFields },
  receipt_parts: { singular: 'Part of money received', fields: partListFields },
  receipt_differences: {
    singular: 'Difference',
    labelField: 'kind',
    fields: differenceListFields,
  },
  receipt_refunds: { singular: 'Refund to a broker', fields: refundListFields },
  questions: { singular: 'Question', fields: {} },
  load_charges: { singular: 'Charge', labelField: 'kind', fields: loadCharges.fields },
  comments: { singular: 'Comment', fields: comments.fields },
  documents: { singular: 'Document', fields: documentRecords.fields },
  upload_links: { singular: uploadLinkRecords.singular, fields: uploadLinkRecords.fields },
  taught_layouts: { singular: taughtLayoutRecords.singular, fields: taughtLayoutRecords.fields },
  mails: { singular: mailRecords.singular, fields: mailRecords.fields },
  mail_settings: { singular: mailSettingsRecords.singular, fields: mailSettingsRecords.fields },
  members: { singular: 'Member', fields: assignmentFields },
  invitations: { singular: 'Invitation', fields: assignmentFields },
  team_settings: { singular: 'Team settings', fields: teamSettingsFields },
  factors: { singular: factors.singular, fields: factors.fields },
  factor_brokers: { singular: factorBrokers.singular, fields: factorBrokers.fields },
  factor_schedules: { singular: factorSchedules.singular, fields: factorSchedules.fields },
  factor_deposits: { singular: factorDeposits.singular, fields: factorDeposits.fields },
  document_needs: { singular: 'Required papers', fields: requiredPapersFields },
  account_map: { singular: 'Account map', fields: accountMapFields },
  closed_changes: {
    singular: closedChangeRecords.singular,
    fields: closedChangeRecords.fields,
    labelField: 'source',
  },
  export_batches: {
    singular: exportBatches.singular,
    fields: exportBatches.fields,
    labelField: 'format',
  },
  broker_files: { singular: brokerFiles.singular, fields: brokerFiles.fields },
  broker_checks: {
    singular: brokerChecks.singular,
    fields: brokerChecks.fields,
    labelField: 'day',
  },
  disputes: {
    singular: disputeRecords.singular,
    labelField: 'reason',
    fields: disputeRecords.fields,
  },
  contacts: { singular: contactRecords.singular, fields: contactRecords.fields },
  reminder_settings: { singular: 'Reminder settings', fields: reminderSettingsFields },
  packet_orders: { singular: packetOrders.singular, fields: packetOrders.fields },
  invoice_sendings: {
    singular: sendings.singular,
    labelField: 'channel',
    fields: sendings.fields,
  },
  packets: { singular: 'Packet (PDF)', fields: {} },
  invoices: { singular: 'Invoice', fields: invoiceFields },
  billing_settings: { singular: 'Invoice settings', fields: billingSettingsFields },
  settings: { singular: 'Settings', fields: companyFields },
  logos: { singular: 'Logo', fields: {} },
  audit: { singular: 'Audit log', fields: {} },
  account: { singular: 'Account export', fields: {} },
  payments: { singular: 'Payments (CSV)', fields: {} },
  pay_register: { singular: 'Pay register', fields: {} },
  statements: { singular: 'Statements (ZIP)', fields: {} },
  year_summary: { singular: 'Year-end summary', fields: {} },
  tax_summary: { singular: 'Tax preparer file with tax IDs', fields: {} },
  aging: { singular: 'Aging', fields: {} },
  statement_of_account: { singular: 'Statement of account', fields: {} },
  collection_packet: { singular: 'Collection packet (ZIP)', fields: {} },
  record_request: { singular: 'Request for the broker’s record', fields: {} },
}

/** Every record type of the log, by name. */
const SUBJECTS: Record<string, Subject> = {
  ...Object.fromEntries(
    everyEntity.map(({ name, singular, fields }) => [name, { singular, fields }]),
  ),
  loads: {
    singular: entities.loads.singular,
    fields: { ...entities.loads.fields, ...chargedLoadFields },
  },
  ...OTHERS,
}

const RECORD_TYPES = Object.entries(SUBJECTS).map(([value, { singular }]) => ({
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
  return { ...findDeclaredFields(subject), ...findStoredFields(subject ?? '') }
}

/** The fields that a form or a list declares. */
export function findDeclaredFields(subject: string | null): Fields {
  return SUBJECTS[subject ?? '']?.fields ?? {}
}

/** The name of the person. Blank if a program made the change, or if the event is older than members. */
export function namePerson({ labels }: Record<string, unknown>): string {
  return (labels as Record<string, string | null> | undefined)?.personId ?? ''
}

type LabeledEvent = Pick<AuditEvent, 'subject'> & { label: string | null }

/** The record's label: "L-1042", or a formatted date or category: "11/20/2026", "Trailer Rental". */
export function describeRecord({ subject, label }: LabeledEvent): string {
  const { fields = {}, labelField = '' } = SUBJECTS[subject ?? ''] ?? {}
  return label === null ? '' : formatValue(fields[labelField], label, null)
}

/** A changed field. `name`: the name of the field. */
export type AuditChange = { name: string; label: string; from: string; to: string }

/** Lists the changed fields in the order and with the labels of the screens. A field without a label gets one from its name. */
export function listChanges({ subject, before, after, names }: AuditEvent): AuditChange[] {
  const fields = findSubjectFields(subject)
  const changed = Object.keys({ ...before, ...after })
  const format = (name: string, value: unknown) =>
    formatLinked(findStoredLink(subject ?? '', name), value, names) ??
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
  const singular = (subject: string) => SUBJECTS[subject]?.singular ?? toLabel(subject)
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
  return field?.options?.find((option) => option.value === text)?.label ?? text
}

/** "netPayment" → "Net Payment". */
function toLabel(name: string): string {
  const label = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
