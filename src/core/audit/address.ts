/** The record types of the audit log. Their labels are in `audit.ts`, because other screens load this file too. */
import { everyEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'

/** The audited tables that are not entities, then the exported files. */
export const OTHER_SUBJECTS = [
  'billing',
  'expenses',
  'deduction_rules',
  'releases',
  'balance_entries',
  'escrow_rates',
  'payouts',
  'payout_parts',
  'payout_closings',
  'receipts',
  'receipt_parts',
  'receipt_differences',
  'receipt_refunds',
  'questions',
  'load_charges',
  'comments',
  'documents',
  'upload_links',
  'taught_layouts',
  'mails',
  'mail_settings',
  'members',
  'invitations',
  'team_settings',
  'document_needs',
  'account_map',
  'closed_changes',
  'export_batches',
  'factors',
  'factor_brokers',
  'factor_schedules',
  'factor_deposits',
  'broker_files',
  'broker_checks',
  'disputes',
  'contacts',
  'reminder_settings',
  'packet_orders',
  'invoice_sendings',
  'packets',
  'invoices',
  'billing_settings',
  'settings',
  'logos',
  'audit',
  'account',
  'pay_register',
  'balances',
  'payments',
  'statements',
  'year_summary',
  'tax_summary',
  'aging',
  'statement_of_account',
  'collection_packet',
  'record_request',
] as const

export type AuditSubject = EntityName | (typeof OTHER_SUBJECTS)[number]

/** The address of one record's history in the log. `path`: the record's API path. Null if the log does not cover it. */
export function auditAddress(path: string, id: number): string | null {
  const subject = path.split('/').at(-1)?.replaceAll('-', '_') ?? ''
  const subjects: string[] = [...everyEntity.map(({ name }) => name), ...OTHER_SUBJECTS]
  if (!subjects.includes(subject)) return null
  return `/audit?subject=${subject}&subjectId.from=${id}&subjectId.to=${id}`
}
