/** What an import needs to know about a list that a CSV file can be for (SPEC C149). */
import type { EntityName, Fields } from '#core/fields/field.ts'

export type ImportListName = EntityName | 'charges'

/** A list that a CSV file can be for. Every entity is such a list. */
export type ImportList = {
  name: ImportListName
  singular: string
  title: string
  fields: Fields
}
