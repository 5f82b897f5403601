import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'

type Named = 'trucks' | 'owners' | 'drivers' | 'loads'

export function truckExists(work: Database | Work, userId: string, id: number): Promise<boolean> {
  return recordExists(work, 'trucks', userId, id)
}

export async function recordExists(
  work: Database | Work,
  table: Named,
  userId: string,
  id: number,
): Promise<boolean> {
  const found = sql`select from ${sql.table(table)} where user_id = ${userId} and id = ${id}`
  return (await found.execute(work)).rows.length > 0
}
