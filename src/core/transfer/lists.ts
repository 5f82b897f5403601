/** The lists that a CSV file can be for: the entities, and the charges of loads (SPEC C149). */
import { importedCharges } from '#core/charges/csv.ts'
import { getEntity } from '#core/entities/entities.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Permission } from '#core/team/roles.ts'
import type { ImportList, ImportListName } from './import-list.ts'

/** The lists in the order of import: linked records come before the records that link to them. */
export const IMPORT_ORDER: readonly ImportListName[] = [
  ...(['brokers', 'owners', 'drivers', 'dispatchers', 'trucks', 'trailers'] as const),
  ...(['loads', 'charges'] as const),
]

export function getImportList(name: ImportListName): ImportList {
  return name === 'charges' ? importedCharges : getEntity(name)
}

/** The list's address in the API. */
export function importPath(name: ImportListName): string {
  return name === 'charges' ? '/api/loads/charges/import' : `/api/${name}/import`
}

/** The lists that a member can import. Charges need the permission to see amounts. */
export function listImportable(permissions: ReadonlySet<Permission>): ImportListName[] {
  if (!permissions.has('import')) return []
  return IMPORT_ORDER.filter((name) =>
    name === 'charges'
      ? permissions.has('revenue') && permissions.has(permissionToChange('loads'))
      : permissions.has(permissionToChange(name)),
  )
}
