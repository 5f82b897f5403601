/** The loads that a file of charges names (SPEC C149). */
import { sql } from 'kysely'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

export type NamedLoad = { id: number; revenue: Amount; version: number }

/** Loads by stored number (SPEC B15). They are locked in the order of their ids, so that two imports wait for each other. */
export async function readLoads(
  work: Database | Work,
  userId: string,
  numbers: string[],
  locks: boolean,
): Promise<Map<string, NamedLoad>> {
  const lock = locks ? sql`for no key update` : sql``
  const { rows } = await sql<
    NamedLoad & { number: string }
  >`select id, load_id as number, revenue, version
    from loads where user_id = ${userId} and load_id = any(${numbers}) order by id ${lock}`.execute(
    work,
  )
  return new Map(rows.map(({ number, ...load }) => [number, load]))
}
