/** A person's change of their own password: with the current one, and with a code if two-step login is on (SPEC S03, C495). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PasswordChange } from '#core/accounts/accounts.ts'
import type { Database } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { readCompany } from '#server/settings/company.ts'
import { countAttempt, forgetAttempt } from './attempts.ts'
import { requireMember } from './auth.ts'
import { usePassword } from './checked-password.ts'
import { setToken } from './cookie.ts'
import { WRONG_PASSWORDS } from './login-limits.ts'
import { setPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { rejectWeakPassword } from './strong-passwords.ts'
import { readPassword, readPerson } from './team/persons.ts'
import { checkCode, countCode, wrongCode } from './two-step/check-code.ts'
import { isOn } from './two-step/store.ts'

const CODE_MISSING = 'Enter the code of your authenticator app, or a recovery code'

/** Gives the request's browser a new session; all others end. Throws 400 at the field that is wrong, and 429. */
export async function changePassword(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  { currentPassword, newPassword, code = '' }: PasswordChange,
): Promise<Record<string, never>> {
  const { accountId, personId } = requireMember(request)
  const { email, firstName, lastName } = await readPerson(database, personId)
  const { companyName: company } = await readCompany(database, accountId)
  const names = [firstName, lastName]
  await rejectWeakPassword('newPassword', newPassword, { email, names, company })
  if (!code && (await isOn(database, personId))) throw badField('code', CODE_MISSING)
  // Both count toward the limits on logins: a stolen session must not allow faster guessing.
  const attempt = await countAttempt(database, WRONG_PASSWORDS, email)
  const codeAttempts = code ? await countCode(database, personId, code) : []
  const useCode = await checkCode(database, personId, code)
  const hashed = await hashPassword(newPassword)
  const check = { find: () => readPassword(database, personId), password: currentPassword }
  const changed = await usePassword(database, check, async (work) => {
    // It may have been turned on a moment ago.
    if ((await isOn(work, personId)) && !(await useCode(work))) return { token: undefined }
    await setPassword(work, personId, hashed, 'password-changed')
    const membership = { accountId, personId }
    return { token: await startSession(work, membership, request.headers['user-agent']) }
  })
  // The code was not checked.
  if (!changed) await forgetAttempt(database, codeAttempts)
  if (!changed) throw badField('currentPassword', 'Current password is incorrect')
  await forgetAttempt(database, attempt)
  if (!changed.token) throw wrongCode()
  await forgetAttempt(database, codeAttempts)
  setToken(request, reply, changed.token)
  return {}
}
