/** The record types of the audit log (SPEC S31): the entities, the declared tables, and the files that were exported. */
import { chargedLoadFields } from '#core/charges/charges.ts'
import { everyEntity } from '#core/entities/entities.ts'
import type { Table } from '#core/entities/table.ts'
import type { EntityName } from '#core/fields/field.ts'
import { everyTable, type TableName } from '#core/tables.ts'
import type { Permission } from '#core/team/roles.ts'

/** Exported files that are not the list of a table. */
const EXPORTS = {
  packets: { singular: 'Packet (PDF)', seenBy: 'invoices' },
  audit: { singular: 'Audit log', seenBy: 'audit' },
  account: { singular: 'Account export', seenBy: 'admin' },
  pay_register: { singular: 'Pay register', seenBy: 'settlements' },
  balances: { singular: 'Balances (CSV)', seenBy: 'settlements' },
  payments: { singular: 'Payments (CSV)', seenBy: 'settlements' },
  statements: { singular: 'Statements (ZIP)', seenBy: 'settlements' },
  year_summary: { singular: 'Year-end summary', seenBy: 'settlements' },
  tax_summary: { singular: 'Tax preparer file with tax IDs', seenBy: 'secrets' },
  profit: { singular: 'Profit', seenBy: 'settlements' },
  aging: { singular: 'Aging', seenBy: 'invoices' },
  statement_of_account: { singular: 'Statement of account', seenBy: 'invoices' },
  collection_packet: { singular: 'Collection packet (ZIP)', seenBy: 'invoices' },
  record_request: { singular: 'Request for the broker’s record', seenBy: 'invoices' },
} as const satisfies Record<string, { singular: string; seenBy: Permission }>

export type AuditSubject = EntityName | TableName | keyof typeof EXPORTS

type Subject = Omit<Table, 'singular'> & { singular: string }

/** Columns of entities that have no field. */
const STORED: Partial<Record<string, Table['stored']>> = {
  loads: {
    weekNumber: 'Week #',
    weekYear: 'Week Year',
    chargeCount: 'Charges',
    paymentStatusByHand: 'Payment Status Set Manually',
  },
}

export const subjects: Readonly<Record<string, Subject>> = Object.fromEntries([
  ...everyEntity.map(({ name, singular, fields }): [string, Subject] => [
    name,
    {
      singular,
      seenBy: 'office',
      fields: name === 'loads' ? { ...fields, ...chargedLoadFields } : fields,
      stored: STORED[name],
    },
  ]),
  ...everyTable.flatMap(([name, { singular, ...table }]): [string, Subject][] =>
    singular ? [[name, { ...table, singular }]] : [],
  ),
  ...Object.entries(EXPORTS).map(([name, file]): [string, Subject] => [
    name,
    { ...file, fields: {} },
  ]),
])

/** The tables whose events belong to another record that the same save changed. */
export const PART_SUBJECTS = Object.keys(subjects).filter((name) => subjects[name]?.isPart)

export function isPart(subject: string | null): boolean {
  return PART_SUBJECTS.some((part) => part === subject)
}
