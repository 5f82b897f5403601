/** A new password: whoever was signed in with the old one is signed in no more (SPEC S03). */
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** Sets it and ends every session of the account, both or neither. */
export async function setPassword(
  database: Database,
  userId: string,
  password: string,
): Promise<void> {
  const hashed = await hashPassword(password)
  await inTransaction(database, async (work) => {
    await work
      .updateTable('users')
      .set({ password: hashed, updatedAt: sql<string>`now()` })
      .where('id', '=', userId)
      .execute()
    await endSessions(work, userId)
  })
}
