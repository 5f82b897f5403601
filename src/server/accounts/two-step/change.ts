/** A change of a person's two-step login: with the password and a code, like a new password (SPEC C76). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditAction } from '#core/audit/audit.ts'
import type { CodeAndPassword } from '#core/accounts/two-step.ts'
import { countAttempt, forgetAttempt } from '#server/accounts/attempts.ts'
import { requireMember } from '#server/accounts/auth.ts'
import { usePassword } from '#server/accounts/checked-password.ts'
import { setToken } from '#server/accounts/cookie.ts'
import { WRONG_PASSWORDS } from '#server/accounts/login-limits.ts'
import { endSessions, startSession } from '#server/accounts/sessions.ts'
import { readPassword, readPerson } from '#server/accounts/team/persons.ts'
import { recordPersonEvent } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { countCode, wrongCode, type UseCode } from './check-code.ts'

type Prepared<Result> = {
  useCode: UseCode
  apply?: (work: Work) => Promise<unknown>
  /** What the response shows if the change succeeds. */
  result: Result
}

type Change<Result> = {
  typed: CodeAndPassword
  action: AuditAction
  /** Reads and hashes what the change needs, outside of its transaction. */
  prepare: (personId: string) => Promise<Prepared<Result>>
  /** Sessions that began without a code, or with one that a thief may have, end. */
  endsSessions: boolean
}

/** Throws 400 at the field that is wrong, and 429. Nothing changes unless password and code are right. */
export async function changeTwoStep<Result>(
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  { typed, action, prepare, endsSessions }: Change<Result>,
): Promise<Result> {
  const { accountId, personId } = requireMember(request)
  const { email } = await readPerson(database, personId)
  // Both count toward the limits on logins: a stolen session must not allow faster guessing.
  const passwordAttempt = await countAttempt(database, WRONG_PASSWORDS, email)
  const codeAttempts = await countCode(database, personId, typed.code)
  const { useCode, apply, result } = await prepare(personId)
  const check = { find: () => readPassword(database, personId), password: typed.password }
  const changed = await usePassword(database, check, async (work) => {
    if (!(await useCode(work))) return { isRight: false }
    await apply?.(work)
    await recordPersonEvent(work, personId, action)
    if (!endsSessions) return { isRight: true }
    await endSessions(work, personId)
    const membership = { accountId, personId }
    return {
      isRight: true,
      token: await startSession(work, membership, request.headers['user-agent']),
    }
  })
  // The code was not checked.
  if (!changed) await forgetAttempt(database, codeAttempts)
  if (!changed) throw badField('password', 'Password is incorrect')
  await forgetAttempt(database, passwordAttempt)
  if (!changed.isRight) throw wrongCode()
  await forgetAttempt(database, codeAttempts)
  if (changed.token) setToken(request, reply, changed.token)
  return result
}
