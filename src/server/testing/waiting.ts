/** Waits until statements wait for a lock of another transaction. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'

export async function waitUntilBlocked(database: Database, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting
      from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      database,
    )
    if ((rows[0]?.waiting ?? 0) >= count) return
  }
}
