/** Counts what accounts store (SPEC C31). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'

/** A change may be committed up to this long after it was marked: the longest request. */
const LONGEST_CHANGE = sql`interval '5 minutes'`
/** Counting takes at most two percent of the time, and a count is at most ten minutes old. */
const COUNT_EVERY = sql`least(took_ms * interval '50 milliseconds', interval '10 minutes')`

type Counted = { userId: string; bytes: number; added: number; ms: number }
export type StoredBytes = { usedBytes: number; countedAt: string }

/** Adds `bytes` to what the account has used, unless that exceeds `quota`. Returns whether it fits. */
export async function addBytes(
  database: Database,
  userId: string,
  bytes: number,
  quota: number,
): Promise<boolean> {
  const { rows } = await sql`update storage set added = added + ${bytes}, changed_at = now()
    where user_id = ${userId} and bytes + added + ${bytes} <= ${quota} returning user_id`.execute(
    database,
  )
  return rows.length > 0
}

/** Subtracts what `addBytes` added: it was not stored. If the account was counted in between, the next count corrects the number. */
export async function returnBytes(
  database: Database,
  userId: string,
  bytes: number,
): Promise<void> {
  await sql`update storage set added = added - ${bytes}, changed_at = now()
    where user_id = ${userId}`.execute(database)
}

/** Marks an account whose records are deleted, so that it is counted again. */
export async function markChanged(database: Database, userId: string): Promise<void> {
  await database
    .updateTable('storage')
    .set({ changedAt: sql`now()` })
    .where('userId', '=', userId)
    .execute()
}

/** Reads the bytes that the account uses. Counts them the first time. */
export async function readStoredBytes(database: Database, userId: string): Promise<StoredBytes> {
  return (await findStoredBytes(database, userId)) ?? countFirst(database, userId)
}

/** Counts the accounts that have changed. Locks no account while it counts. */
export async function countChangedAccounts(work: Work): Promise<void> {
  const { rows: due } = await sql<{ userId: string; added: number }>`
    select user_id, added from storage
    where changed_at > counted_at - ${LONGEST_CHANGE} and counted_at + ${COUNT_EVERY} <= now()`.execute(
    work,
  )
  const counted: Counted[] = []
  for (const { userId, added } of due)
    counted.push({ userId, added, ...(await countBytes(work, userId)) })
  for (const { userId, bytes, added, ms } of counted) {
    await sql`update storage set bytes = ${bytes}, added = added - ${added}, counted_at = now(), took_ms = ${ms}
      where user_id = ${userId}`.execute(work)
  }
}

async function findStoredBytes(
  database: Database,
  userId: string,
): Promise<StoredBytes | undefined> {
  return database
    .selectFrom('storage')
    .select([sql<number>`bytes + added`.as('usedBytes'), 'countedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

async function countFirst(database: Database, userId: string): Promise<StoredBytes> {
  const { bytes, ms } = await countBytes(database, userId)
  const row = { userId, bytes, tookMs: ms }
  const insert = database.insertInto('storage').values(row)
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
  return (
    (await findStoredBytes(database, userId)) ?? {
      usedBytes: bytes,
      countedAt: new Date().toISOString(),
    }
  )
}

async function countBytes(
  database: Database | Work,
  userId: string,
): Promise<{ bytes: number; ms: number }> {
  const start = performance.now()
  const { rows } = await sql<{ bytes: number }>`
    select count_account_bytes(${userId}::uuid) as bytes`.execute(database)
  return { bytes: rows[0]?.bytes ?? 0, ms: Math.ceil(performance.now() - start) }
}
