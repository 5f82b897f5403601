/** Ends sessions for the operator: after a theft, or when a person leaves. */
import { sql } from 'kysely'
import { recordEvent } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endSessions } from './sessions.ts'

/** Ends every session of the account with this email. False if there is no such account. */
export async function endSessionsOf(database: Database, typedEmail: string): Promise<boolean> {
  return inTransaction(database, async (work) => {
    const user = await work
      .selectFrom('users')
      .select('id')
      .where('email', '=', typedEmail.trim().toLowerCase())
      .executeTakeFirst()
    if (!user) return false
    await endSessions(work, user.id)
    await recordEvent(work, user.id, 'sessions-ended')
    return true
  })
}

/** Ends every session of every account. Returns the number of sessions. */
export async function endEverySession(database: Database): Promise<number> {
  return inTransaction(database, async (work) => {
    await sql`insert into audit (user_id, action)
      select distinct user_id, 'sessions-ended' from sessions`.execute(work)
    const { numDeletedRows } = await work.deleteFrom('sessions').executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
