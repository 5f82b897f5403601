/** A new password: whoever was signed in with the old one is signed in no more (SPEC S03). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { forgetAttempts, WRONG_PASSWORDS } from './attempts.ts'
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

/** Gives the account a password made up here, 96 random bits as text; undefined where there is no such account. */
export async function resetPassword(
  database: Database,
  typed: string,
): Promise<string | undefined> {
  const email = typed.trim().toLowerCase()
  const user = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return undefined
  const password = randomBytes(12).toString('base64url')
  await setPassword(database, user.id, password)
  await forgetAttempts(database, WRONG_PASSWORDS, email)
  return password
}
