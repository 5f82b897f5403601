/** Which kept steps a member may undo, and which deleted records a member restores (SPEC C74). */
import { sql } from 'kysely'
import { loadCharges } from '#core/charges/charges.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { views } from '#core/lists/views.ts'
import { listRestorable } from '#core/tables.ts'
import type { Member } from '#core/team/member.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import { snakeCase } from '#server/database/values.ts'
import type { Sql } from '#server/lists/types.ts'

/**
 * SQL: a condition on a row of `undo_records`. `row`: its name in the query. A member may undo steps of records that the
 * member may change, but only the member's own steps unless the member sees everyone's. Saved views are always only the
 * member's own. A step that sets a hidden field is left out.
 */
export function ownSteps({ permissions, personId }: Member, row = 'undo_records'): Sql {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const restorable = listRestorable(permissions)
  const isOwn = sql`${column('person_id')} = ${personId}`
  const conditions: Sql[] = [
    sql`${column('subject')} = any(${restorable})`,
    permissions.has('audit-all') ? sql`(${column('subject')} <> ${views.name} or ${isOwn})` : isOwn,
  ]
  for (const { name, fields } of everyEntity.filter((entity) => restorable.includes(entity.name))) {
    const hidden = [...listHidden(fields, permissions)].map(snakeCase)
    if (!hidden.length) continue
    conditions.push(sql`(${column('subject')} <> ${name} or ${column('action')} <> 'changed'
      or not ${column('before')} ?| ${hidden}::text[])`)
  }
  if (!permissions.has('revenue'))
    conditions.push(
      sql`(${column('subject')} <> ${loadCharges.name} or not ${column('before')} ? 'amounts')`,
    )
  return sql`(${sql.join(conditions, sql` and `)})`
}
