/** Which owners and drivers have a login, so that they can't be deleted (SPEC C68). */
import { sql } from 'kysely'
import { HAS_LOGIN } from '#core/entities/record-use.ts'
import type { Database, Work } from '#server/database/open.ts'

/** The message about the login of each owner or driver, by id. Those without a login are left out. */
export async function findLogins(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<Map<number, string>> {
  if (entity !== 'owners' && entity !== 'drivers') return new Map()
  const column = entity === 'owners' ? sql`owner_id` : sql`driver_id`
  const { rows } = await sql<{ id: number }>`select ${column} as id from members
    where user_id = ${userId} and ${column} = any(${ids})`.execute(work)
  return new Map(rows.map(({ id }) => [id, HAS_LOGIN[entity]]))
}
