/** Which kept steps a member may undo, and which deleted records a member restores (SPEC C74). */
import { sql } from 'kysely'
import { loadCharges } from '#core/charges/charges.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { views } from '#core/lists/views.ts'
import { listRestorable } from '#core/team/entity-access.ts'
import type { Member } from '#core/team/member.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import { snakeCase } from '#server/database/values.ts'
import type { Sql } from '#server/lists/types.ts'

/**
 * A condition on a row of `undo_records`, by the name it has in the statement. Steps of records that the member may change,
 * own ones unless the member sees those of all, own saved views, and none that sets a hidden field.
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
