/** The triggers of a migrated database, in the order in which they run. */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { toReadableSql } from './readable-sql.ts'

export type Trigger = {
  table: string
  name: string
  runs: string
  /** "before row", "after statement". */
  moment: string
  definition: string
}

/** Triggers of one table and moment run in the byte order of their names. */
export async function readTriggers(database: Database): Promise<Trigger[]> {
  const { rows } = await sql<Trigger>`
    select relname as table, tgname as name, proname as runs, pg_get_triggerdef(pg_trigger.oid, true) as definition,
      case when tgtype & 2 > 0 then 'before' else 'after' end
        || case when tgtype & 1 > 0 then ' row' else ' statement' end as moment
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where relnamespace = 'public'::regnamespace and not tgisinternal
    order by pg_class.oid, tgtype & 2 desc, tgtype & 1 desc, tgname collate "C"`.execute(database)
  return rows
}

export function describeTriggers(triggers: Trigger[]): string[] {
  const tables = [...new Set(triggers.map(({ table }) => table))]
  return tables.map((name) =>
    triggers
      .filter(({ table }) => table === name)
      .map(
        ({ definition }) => `${toReadableSql(definition).replace(' for each ', '\n  for each ')};`,
      )
      .join('\n'),
  )
}
