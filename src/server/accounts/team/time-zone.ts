/** The account's time zone, by which its day begins (SPEC C460). */
import { sql } from 'kysely'
import type { TimeZoneChange } from '#core/team/team.ts'
import { newestName } from '#core/time-zones.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField } from '#server/errors.ts'
import { followNewDay } from '#server/invoices/due-invoices.ts'
import { dayIn } from '#server/today.ts'
import { ensureTeamSettings } from './settings.ts'

/** A browser's proposal keeps a zone that was chosen meanwhile. Returns the zone that holds. Throws 400. */
export async function saveTimeZone(
  database: Database,
  userId: string,
  { timeZone: sent, proposed = false }: TimeZoneChange,
): Promise<{ timeZone: string }> {
  const timeZone = newestName(sent)
  await requireKnown(database, timeZone)
  return inTransaction(database, async (work) => {
    await ensureTeamSettings(work, userId)
    const before = await work
      .selectFrom('teamSettings')
      .select('timeZone')
      .where('userId', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const kept = before.timeZone
    if (kept !== null && (proposed || kept === timeZone)) return { timeZone: kept }
    await work
      .updateTable('teamSettings')
      .set({ timeZone, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .execute()
    await followNewDay(work, userId, dayIn(timeZone, new Date()))
    return { timeZone }
  })
}

/** Null if none was chosen or proposed yet. */
export async function findTimeZone(work: Database | Work, userId: string): Promise<string | null> {
  const stored = work.selectFrom('teamSettings').select('timeZone').where('userId', '=', userId)
  return (await stored.executeTakeFirst())?.timeZone ?? null
}

/** The database computes days too, and may know fewer zones. */
async function requireKnown(database: Database, timeZone: string): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where name = ${timeZone}`.execute(
    database,
  )
  if (!rows.length) throw badField('timeZone', 'Choose a time zone, such as America/Chicago')
}
