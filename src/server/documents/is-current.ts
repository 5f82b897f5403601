import { sql, type RawBuilder } from 'kysely'

/** Whether no newer copy on the same load has replaced `document`, the alias of the row (SPEC C113). */
export function isCurrent(userId: string): RawBuilder<boolean> {
  return sql`not exists (select from documents as newer where newer.user_id = ${userId}
    and newer.replaces_id = document.id and newer.deleted_at is null and newer.load_id = document.load_id)`
}
