/** Changes passwords. A new password ends all sessions of the person (SPEC S03). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { recordPersonEvent } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { forgetAttempts } from './attempts.ts'
import { WRONG_PASSWORDS } from './login-limits.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { removeSecondStep } from './two-step/reset.ts'
import { findPersonId, holdPerson } from './team/persons.ts'

/** Sets the hash and ends every session of the person, in each account. */
export async function setPassword(
  work: Work,
  personId: string,
  hashed: string,
  action: 'password-changed' | 'password-reset',
): Promise<void> {
  await holdPerson(work, personId)
  await work
    .updateTable('persons')
    .set({ password: hashed, updatedAt: sql<string>`now()` })
    .where('id', '=', personId)
    .execute()
  await endSessions(work, personId)
  await recordPersonEvent(work, personId, action)
}

/** Sets and returns a random password of 128 bits, and removes the second step; undefined if no person has the email. */
export async function resetPassword(
  database: Database,
  typedEmail: string,
): Promise<string | undefined> {
  const personId = await findPersonId(database, typedEmail)
  if (!personId) return undefined
  const password = randomBytes(16).toString('base64url')
  const hashed = await hashPassword(password)
  await inTransaction(database, async (work) => {
    await setPassword(work, personId, hashed, 'password-reset')
    await removeSecondStep(work, personId)
  })
  await forgetAttempts(database, WRONG_PASSWORDS, typedEmail.trim().toLowerCase())
  return password
}
