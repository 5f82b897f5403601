/** What an import needs to know of a list that a CSV file can be for (SPEC C149). */
import type { EntityName, Fields } from '#core/fields/field.ts'

export type ImportListName = EntityName | 'charges'

/** An entity is such a list too. */
export type ImportList = {
  name: ImportListName
  singular: string
  title: string
  fields: Fields
}
