import type { ColumnMatch } from '#core/transfer/import.ts'
import { settableFields } from '#core/entities/entity.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import { fieldsOfColumn, listCombined } from '#core/transfer/combined-columns.ts'

/** What a column can be matched to: a field, or several fields (SPEC C58, C511). */
export function listTargets(entity: Pick<ImportList, 'fields'> & { name: string }) {
  const fields = Object.entries(settableFields(entity.fields)).map(
    ([name, { label, defaultValue }]) => {
      return { name, label, isRequired: defaultValue === undefined }
    },
  )
  const combined = Object.entries(listCombined(entity)).map(([name, { label }]) => {
    return { name, label, isRequired: false }
  })
  return [...fields, ...combined]
}

/** Matches the column at `index` to `field`. A field can have only one column, so any other column with it is cleared. */
export function matchColumn(
  entity: { name: string },
  columns: ColumnMatch,
  index: number,
  field: string | null,
): ColumnMatch {
  const taken = field === null ? [] : fieldsOfColumn(entity, field)
  return columns.map((current, at) => {
    if (at === index) return field
    if (current === null || fieldsOfColumn(entity, current).some((name) => taken.includes(name)))
      return null
    return current
  })
}
