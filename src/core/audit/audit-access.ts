/** The part of the audit log that a member sees (SPEC C74): events of records and fields that the member's role shows. */
import type { Permission } from '#core/team/roles.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import type { AuditSubject } from './address.ts'
import { findDeclaredFields } from './audit.ts'

type Permissions = ReadonlySet<Permission>
type Values = Record<string, unknown> | null

const SEEN_BY: Readonly<Record<AuditSubject, Permission>> = {
  loads: 'office',
  brokers: 'office',
  trucks: 'office',
  drivers: 'office',
  owners: 'office',
  dispatchers: 'office',
  billing: 'settlements',
  expenses: 'settlements',
  deduction_rules: 'settlements',
  releases: 'settlements',
  balance_entries: 'settlements',
  escrow_rates: 'settlements',
  payouts: 'settlements',
  payout_parts: 'settlements',
  payout_closings: 'settlements',
  receipts: 'invoices',
  receipt_parts: 'invoices',
  receipt_differences: 'invoices',
  receipt_refunds: 'invoices',
  questions: 'settlements',
  load_charges: 'office',
  // Includes comments on settlements.
  comments: 'settlements',
  documents: 'office',
  upload_links: 'office',
  taught_layouts: 'office',
  // Includes emails of all kinds.
  mails: 'admin',
  mail_settings: 'admin',
  members: 'admin',
  invitations: 'admin',
  team_settings: 'admin',
  document_needs: 'office',
  account_map: 'settlements',
  closed_changes: 'settlements',
  export_batches: 'settlements',
  factors: 'invoices',
  factor_brokers: 'invoices',
  factor_schedules: 'invoices',
  factor_deposits: 'invoices',
  broker_files: 'office',
  broker_checks: 'office',
  disputes: 'invoices',
  contacts: 'invoices',
  reminder_settings: 'invoices',
  packet_orders: 'office',
  invoice_sendings: 'invoices',
  packets: 'invoices',
  invoices: 'invoices',
  billing_settings: 'invoices',
  settings: 'office',
  logos: 'office',
  audit: 'audit',
  account: 'admin',
  pay_register: 'settlements',
  balances: 'settlements',
  payments: 'settlements',
  statements: 'settlements',
  year_summary: 'settlements',
  tax_summary: 'secrets',
  aging: 'invoices',
  statement_of_account: 'invoices',
  collection_packet: 'invoices',
  record_request: 'invoices',
}

/** The kinds of records whose events a member sees. */
export function listSeenSubjects(permissions: Permissions): AuditSubject[] {
  const subjects = Object.keys(SEEN_BY) as AuditSubject[]
  return subjects.filter((subject) => permissions.has(SEEN_BY[subject]))
}

/** The values of a kind of record that a member does not see. */
export function listHiddenValues(subject: string | null, permissions: Permissions): string[] {
  return [...listHidden(findDeclaredFields(subject), permissions)]
}

/** Removes hidden values from an event. */
export function hideValues<Event extends { subject: string | null; before: Values; after: Values }>(
  event: Event,
  permissions: Permissions,
): Event {
  const hidden = new Set(listHiddenValues(event.subject, permissions))
  if (!hidden.size) return event
  return { ...event, before: without(event.before, hidden), after: without(event.after, hidden) }
}

function without(values: Values, hidden: ReadonlySet<string>): Values {
  if (!values) return null
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)))
}
