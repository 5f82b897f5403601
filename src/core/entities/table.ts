/** The form in which a feature declares a table of an account: once, in its `tables.ts`. */
import type { Fields } from '#core/fields/field.ts'
import type { Permission } from '#core/team/roles.ts'
import type { CsvColumn } from '#core/transfer/csv.ts'

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
  /** The log shows its rows within the record that the same save changed. */
  isPart?: boolean
  /** Its deleted rows go to the trash, and this permission restores them (SPEC C74). */
  restoredBy?: Permission
  /** Its file in the ZIP of the account (SPEC B53). Without columns: one for each field. */
  csv?: { file: string; columns?: readonly CsvColumn[] }
}

export type Tables = Readonly<Record<string, Table>>

/** A column of a CSV file that is no field. */
export function textColumn(name: string, title: string): CsvColumn {
  return { name, title, control: 'text' }
}
