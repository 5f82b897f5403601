import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'

export function truckExists(work: Database | Work, userId: string, id: number): Promise<boolean> {
  return recordExists(work, 'trucks', userId, id)
}

export async function recordExists(
  work: Database | Work,
  table: 'trucks' | 'owners' | 'drivers' | 'loads',
  userId: string,
  id: number,
): Promise<boolean> {
  const { rows } =
    await sql`select from ${sql.table(table)} where user_id = ${userId} and id = ${id}`.execute(
      work,
    )
  return rows.length > 0
}
