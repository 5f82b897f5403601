/** Ends sessions for the operator: after a theft, or when a person leaves. */
import { sql } from 'kysely'
import { recordPersonEvent } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { endSessions } from './sessions.ts'
import { findPersonId } from './team/persons.ts'

/** Ends every session of the person with this email. False if there is no such person. */
export async function endSessionsOf(database: Database, typedEmail: string): Promise<boolean> {
  return inTransaction(database, async (work) => {
    const personId = await findPersonId(work, typedEmail)
    if (!personId) return false
    await endSessions(work, personId)
    await recordPersonEvent(work, personId, 'sessions-ended')
    return true
  })
}

/** Ends every session of every person. Returns the number of sessions. */
export async function endEverySession(database: Database): Promise<number> {
  return inTransaction(database, async (work) => {
    // A switch to another account that runs now would keep its session otherwise.
    await sql`lock table sessions in share row exclusive mode`.execute(work)
    await sql`insert into audit (user_id, action, person_id)
      select distinct user_id, 'sessions-ended', person_id from sessions`.execute(work)
    const { numDeletedRows } = await work.deleteFrom('sessions').executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
