/** Changes passwords. A new password ends all sessions of the account (SPEC S03). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { recordEvent } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { forgetAttempts } from './attempts.ts'
import { WRONG_PASSWORDS } from './login-limits.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** Sets the hash and ends every session of the account. */
export async function setPassword(
  work: Work,
  userId: string,
  hashed: string,
  action: 'password-changed' | 'password-reset',
): Promise<void> {
  await work
    .updateTable('users')
    .set({ password: hashed, updatedAt: sql<string>`now()` })
    .where('id', '=', userId)
    .execute()
  await endSessions(work, userId)
  await recordEvent(work, userId, action)
}

/** Sets and returns a random password of 128 bits; undefined if no account has the email. */
export async function resetPassword(
  database: Database,
  typedEmail: string,
): Promise<string | undefined> {
  const email = typedEmail.trim().toLowerCase()
  const user = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return undefined
  const password = randomBytes(16).toString('base64url')
  const hashed = await hashPassword(password)
  await inTransaction(database, (work) => setPassword(work, user.id, hashed, 'password-reset'))
  await forgetAttempts(database, WRONG_PASSWORDS, email)
  return password
}
