/**
 * Every declared table of an account besides those of the entities, by its name in the database. Its order is that of the ZIP, of the
 * words of a refusal, and of the locks of a merge: invoices, then receipts, then what is receivable. The audit log, the trash, the ZIP of the account and the tests of roles follow from it.
 */
import { bookTables } from '#core/books/tables.ts'
import { brokerCheckTables } from '#core/broker-checks/tables.ts'
import { cardTables } from '#core/cards/tables.ts'
import { chargeTables } from '#core/charges/tables.ts'
import { commentTables } from '#core/comments/tables.ts'
import { confirmationTables } from '#core/confirmations/tables.ts'
import { documentTables } from '#core/documents/tables.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import type { Table, Tables } from '#core/entities/table.ts'
import type { Fields } from '#core/fields/field.ts'
import { factoringTables } from '#core/factoring/tables.ts'
import { fleetTables } from '#core/fleet/tables.ts'
import { invoiceTables } from '#core/invoices/tables.ts'
import { mailTables } from '#core/mail/tables.ts'
import { packetTables } from '#core/packets/tables.ts'
import { paymentTables } from '#core/payments/tables.ts'
import { profitTables } from '#core/profit/tables.ts'
import { questionTables } from '#core/questions/tables.ts'
import { receiptTables } from '#core/receipts/tables.ts'
import { receivableTables } from '#core/receivables/tables.ts'
import { requiredPaperTables } from '#core/required-papers/tables.ts'
import { settingsTables } from '#core/settings/tables.ts'
import { settlementTables } from '#core/settlements/tables.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Permission } from '#core/team/roles.ts'
import { teamTables } from '#core/team/tables.ts'

/** By feature. */
export const tablesOfFeatures = {
  fleet: fleetTables,
  cards: cardTables,
  profit: profitTables,
  charges: chargeTables,
  settlements: settlementTables,
  payments: paymentTables,
  invoices: invoiceTables,
  receipts: receiptTables,
  receivables: receivableTables,
  questions: questionTables,
  comments: commentTables,
  'required-papers': requiredPaperTables,
  books: bookTables,
  factoring: factoringTables,
  'broker-checks': brokerCheckTables,
  packets: packetTables,
  documents: documentTables,
  confirmations: confirmationTables,
  mail: mailTables,
  team: teamTables,
  settings: settingsTables,
} as const satisfies Record<string, Tables>

type Declared = (typeof tablesOfFeatures)[keyof typeof tablesOfFeatures]
type NamesOf<Of> = Of extends Tables ? keyof Of : never

export type TableName = NamesOf<Declared>
export type FieldsOf<Name extends TableName> = Extract<
  Declared,
  Record<Name, { fields: Fields }>
>[Name]['fields']

/** The names of the tables and their declarations. */
export const everyTable = Object.values(tablesOfFeatures).flatMap((of) =>
  Object.entries(of),
) as unknown as [name: TableName, table: Table][]

/**
 * The columns of the declared tables that link to records of an entity, by their fields: `{ name: 'leases', field: 'truckId' }`. Those
 * of entities are not among them.
 */
export function listLinksTo(
  entity: string,
  which: (table: Table) => boolean | undefined,
): { name: TableName; field: string }[] {
  return everyTable.flatMap(([name, table]) =>
    which(table)
      ? listReferences(table.fields).flatMap(({ name: field, to }) =>
          to === entity ? [{ name, field }] : [],
        )
      : [],
  )
}

/** The tables whose deleted or changed records a member may restore (SPEC C74). Each person has their own saved views. */
export function listRestorable(permissions: ReadonlySet<Permission>): string[] {
  const restoredBy: [table: string, permission: Permission | undefined][] = [
    ...everyEntity.map(({ name }) => [name, permissionToChange(name)] as [string, Permission]),
    ...everyTable.map(([name, table]) => [name, table.restoredBy] as [string, Permission]),
    ['views', 'office'],
  ]
  return restoredBy.flatMap(([name, permission]) =>
    permission && permissions.has(permission) ? [name] : [],
  )
}
