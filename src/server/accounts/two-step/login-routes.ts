/** The second step of a login (SPEC C76). */
import type { FastifyInstance } from 'fastify'
import { parseCode, secondStepSchema } from '#core/accounts/two-step.ts'
import { signedInUserSchema } from '#core/team/team.ts'
import { forgetAttempt } from '#server/accounts/attempts.ts'
import { enterLastAccount, finishLogin, type Entered } from '#server/accounts/log-in.ts'
import { joinTeam } from '#server/accounts/team/invitations.ts'
import { holdPerson } from '#server/accounts/team/persons.ts'
import { actAs } from '#server/database/actor.ts'
import { recordPersonEvent } from '#server/database/audit.ts'
import type { Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { checkCode, countCode, wrongCode, type UseCode } from './check-code.ts'
import {
  clearPendingLogin,
  isHashOf,
  readPendingLogin,
  type PendingLogin,
} from './pending-login.ts'
import { isOn } from './store.ts'

export function secondStepRoutes(app: FastifyInstance, { database }: Services): void {
  routesOf(app, 'Accounts').post(
    '/api/login/second-step',
    {
      access: 'open',
      body: secondStepSchema,
      answer: signedInUserSchema,
      config: { hashes: 'second-step', worksWithoutSpace: true },
    },
    async ({ body: { code }, request, reply }) => {
      const pending = readPendingLogin(database, request)
      if (!pending) throw expiredError()
      const { personId, invitation, language } = pending
      const attempts = await countCode(database, personId, code)
      const useCode = await checkCode(database, personId, code)
      const enter = async (work: Work) => {
        // The login then enters this account: it is the one that was joined last.
        if (invitation) await joinTeam(work, personId, invitation, language)
        return enterLastAccount(work, personId, request)
      }
      const isRecovery = parseCode(code)?.kind === 'recovery'
      const step = { useCode, enter, isRecovery }
      const login = await actAs(personId, () =>
        inTransaction(database, (work) => takeSecondStep(work, pending, step)),
      )
      if (login === 'expired') await forgetAttempt(database, attempts)
      if (login === 'expired') throw expiredError()
      if (login === 'wrong') {
        request.log.warn({ person: personId, ip: request.ip }, 'second login step rejected')
        await recordPersonEvent(database, personId, 'code-refused')
        throw wrongCode()
      }
      await forgetAttempt(database, attempts)
      if ('token' in login) clearPendingLogin(request, reply)
      return finishLogin(database, request, reply, login)
    },
  )
}

type SecondStep = {
  useCode: UseCode
  enter: (work: Work) => Promise<Entered>
  isRecovery: boolean
}

/** Uses up the code and starts the session, if the password that was checked is still the stored one (SPEC C35). */
async function takeSecondStep(
  work: Work,
  pending: PendingLogin,
  { useCode, enter, isRecovery }: SecondStep,
): Promise<Entered | 'expired' | 'wrong'> {
  await holdPerson(work, pending.personId)
  const person = await work
    .selectFrom('persons')
    .select('password')
    .where('id', '=', pending.personId)
    .executeTakeFirst()
  if (!person || !isHashOf(pending, person.password)) return 'expired'
  // Without a second step now, for example after a reset, the password must be checked again.
  if (!(await isOn(work, pending.personId))) return 'expired'
  if (!(await useCode(work))) return 'wrong'
  const entered = await enter(work)
  if (isRecovery) await recordPersonEvent(work, pending.personId, 'recovery-code-used')
  return entered
}

function expiredError(): RequestError {
  return new RequestError(401, 'Your login took too long or your password changed. Log in again.')
}
