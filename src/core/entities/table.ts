/** The form in which a feature declares a table of an account: once, in its `tables.ts`. */
import { settableFields, type Listing } from './entity.ts'
import type { Fields } from '#core/fields/field.ts'
import type { Permission } from '#core/team/roles.ts'
import { csvColumns, type CsvColumn } from '#core/transfer/csv.ts'

/** Rows within a sentence: "1 logged contact". */
type Words = { one: string; many: string }

export type Table = {
  fields: Fields
  /** The permission to see its rows: in the audit log, and in every answer of the API. */
  seenBy: Permission
  /** A row in the audit log: "Dispute". Without it, the log does not have the table. */
  singular?: string
  /** The field whose value the log stores as the row's label, if the value needs formatting. */
  labelField?: string
  /** The labels of columns that the log shows and no form has. One without a label gets it from its name. */
  stored?: Readonly<Record<string, string>>
  /** Columns with the ID of a row of another table that is not an entity: its name. */
  links?: Readonly<Record<string, string>>
  words?: Words
  /** The lists besides brokers whose records take its rows along when they are merged (SPEC C502). */
  movesWith?: readonly ('drivers' | 'trucks')[]
  /** The log shows its rows within the record that the same save changed. */
  isPart?: boolean
  /** Its deleted rows go to the trash, and this permission restores them (SPEC C74). */
  restoredBy?: Permission
  /** Its file in the ZIP of the account (SPEC B53). Without columns: one for each field. */
  csv?: { file: string; columns?: readonly CsvColumn[] }
  /** A list of its own, whose rows members with this permission add, change and delete one by one (`listedRows`). */
  list?: { listing: Listing; changedBy: Permission }
} & (
  | { keepsLinked?: never }
  /** A record that its rows link to can't be deleted, and the refusal counts them (SPEC C356). */
  | { keepsLinked: true; words: Words }
)

export type Tables = Readonly<Record<string, Table>>

/**
 * A table that is a list of its own, such as the odometer readings of trucks: its routes, its files, and its rows in the log and in the
 * trash follow from the listing, which is named as in the API ("odometer-readings"). A record that its rows link to can't be deleted.
 */
export function listedRows<const L extends Listing>(
  listing: L,
  { seenBy, changedBy }: { seenBy: Permission; changedBy: Permission },
) {
  return {
    singular: listing.singular,
    words: { one: listing.singular.toLowerCase(), many: listing.title.toLowerCase() },
    keepsLinked: true as const,
    seenBy,
    restoredBy: changedBy,
    labelField: listing.label,
    fields: listing.fields as L['fields'],
    list: { listing, changedBy },
    csv: {
      file: listing.name,
      columns: [...csvColumns(settableFields(listing.fields)), textColumn('id', 'ID')],
    },
  }
}

/** A column of a CSV file that is no field. */
export function textColumn(name: string, title: string): CsvColumn {
  return { name, title, control: 'text' }
}
