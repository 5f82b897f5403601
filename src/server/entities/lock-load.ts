import { sql } from 'kysely'
import type { Amount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** `number`: the carrier's load number. */
type LockedLoad = { number: string; revenue: Amount; version: number }

/**
 * Until the transaction ends, no one else changes the load, its charges, its documents or its upload links. Throws 404, also for a
 * load in the trash.
 */
export async function lockLoad(work: Work, userId: string, id: number): Promise<LockedLoad> {
  const { rows } = await sql<LockedLoad>`select load_id as number, revenue, version from loads
    where user_id = ${userId} and id = ${id} for no key update`.execute(work)
  if (!rows[0]) throw notFound()
  return rows[0]
}
