import { sql } from 'kysely'
import type { Database, Work } from './open.ts'

/** True if the database has the extension Citus, so that it may be on several machines. */
export async function isCitusInstalled(database: Database | Work): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(database)
  return rows.length > 0
}
