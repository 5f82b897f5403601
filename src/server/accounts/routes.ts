/**
 * Sign-up, login and logout (SPEC A7, B3–B6), the switch to another account of the person (SPEC C67), the person's password,
 * sessions (SPEC S03, S06) and language (SPEC C81), and the end of an account (SPEC C37).
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  accountDeletedSchema,
  accountDeletionSchema,
  loginSchema,
  passwordChangeSchema,
  sessionsSchema,
  signupSchema,
} from '#core/accounts/accounts.ts'
import { languageChoiceSchema } from '#core/language-schemas.ts'
import { NOT_ALLOWED } from '#core/team/access.ts'
import { accountSwitchSchema, loggedInSchema, signedInUserSchema } from '#core/team/team.ts'
import { actAs } from '#server/database/actor.ts'
import type { Database, Work } from '#server/database/open.ts'
import { recordEvent, recordPersonEvent } from '#server/database/audit.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound, RequestError, unauthorized } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { countAttempt, forgetAttempts } from './attempts.ts'
import { changePassword } from './change-password.ts'
import { usePassword } from './checked-password.ts'
import { setToken, readToken, clearToken } from './cookie.ts'
import { deleteRowsOf, endAccount } from './delete-account.ts'
import { rememberNetwork } from './known-networks.ts'
import { checkLogin, endReplacedSession, enterLastAccount, finishLogin } from './log-in.ts'
import { lookUp } from './look-ups.ts'
import { countSignup, WRONG_PASSWORDS } from './login-limits.ts'
import { hashPassword } from './passwords.ts'
import {
  endSession,
  endSessionById,
  endSessions,
  listSessions,
  moveSession,
  startSession,
} from './sessions.ts'
import { rejectWeakPassword } from './strong-passwords.ts'
import { readCurrentUser, readUserOf } from './team/current-user.ts'
import { addAccount } from './team/add-account.ts'
import { holdAdmin, holdMembership, markSeen } from './team/memberships.ts'
import { createPerson, readPassword, readPerson, saveLanguage } from './team/persons.ts'
import { setPendingLogin, startSecondStep } from './two-step/pending-login.ts'

const TAG = 'Accounts'
/** `{}`: the change is all that there is to say. */
const emptyAnswer = z.object({})
const SAME_ACCOUNT = 'You are already in this account.'

export function accountRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post } = routesOf(app, TAG)

  get(
    '/api/auth/user',
    { access: 'everyone', answer: signedInUserSchema, config: { withoutTwoStep: true } },
    // Like the session itself: it does not wait for connections behind the requests of others.
    ({ member, request }) =>
      lookUp(request.ip, member.personId, () => readCurrentUser(database, member)),
  )

  post(
    '/api/signup',
    {
      access: 'open',
      body: signupSchema,
      answer: signedInUserSchema,
      status: 201,
      config: { hashes: 'sign-up' },
    },
    async ({ body, request, reply }) => {
      const { email, password, firstName, lastName } = body
      await rejectWeakPassword('password', password, { email, names: [firstName, lastName] })
      await countSignup(database, request.ip)
      const hashed = await hashPassword(password)
      const personId = randomUUID()
      const signUp = async (work: Work) => {
        await createPerson(work, { id: personId, ...body, password: hashed })
        const accountId = await addAccount(work, personId)
        await rememberNetwork(work, personId, request.ip)
        await recordEvent(work, accountId, 'signed-up')
        return startSession(work, { accountId, personId }, request.headers['user-agent'])
      }
      const token = await actAs(personId, () => inTransaction(database, signUp))
      await endReplacedSession(database, readToken(request))
      setToken(request, reply, token)
      return readUserOf(database, token)
    },
  )

  post(
    '/api/login',
    {
      access: 'open',
      body: loginSchema,
      answer: loggedInSchema,
      config: { hashes: 'login', worksWithoutSpace: true },
    },
    async ({ body, request, reply }) => {
      const login = await checkLogin(database, request, body, async (work, { id }) => {
        const pending = await startSecondStep(work, id)
        return pending ? { pending } : enterLastAccount(work, id, request)
      })
      if (!('pending' in login)) return finishLogin(database, request, reply, login)
      setPendingLogin(request, reply, login.pending)
      return { secondStep: true as const }
    },
  )

  post(
    '/api/auth/account',
    {
      access: 'everyone',
      body: accountSwitchSchema,
      answer: signedInUserSchema,
      config: { withoutTwoStep: true, worksWithoutSpace: true },
    },
    async ({ member: { accountId, personId }, body, request, reply }) => {
      const membership = { accountId: body.id, personId }
      if (membership.accountId === accountId) throw new RequestError(409, SAME_ACCOUNT)
      const token = await inTransaction(database, async (work) => {
        if (!(await holdMembership(work, membership))) throw notFound()
        const moved = await moveSession(work, readToken(request) ?? '', membership)
        // Another request has ended the session in the meantime.
        if (!moved) throw unauthorized()
        await markSeen(work, membership)
        await recordEvent(work, accountId, 'logged-out')
        await recordEvent(work, membership.accountId, 'logged-in')
        return moved
      })
      setToken(request, reply, token)
      return readUserOf(database, token)
    },
  )

  post(
    '/api/logout',
    {
      access: 'everyone',
      answer: emptyAnswer,
      config: { whileViewing: true, withoutTwoStep: true, worksWithoutSpace: true },
    },
    async ({ account, request, reply }) => {
      await endSession(database, readToken(request) ?? '')
      await recordEvent(database, account, 'logged-out')
      clearToken(request, reply)
      // Clears pages and pictures that the browser keeps. Storage has only the theme and the chosen columns (SPEC S08).
      void reply.header('clear-site-data', '"cache"')
      return {}
    },
  )

  addOwnRoutes(app, database)
  addDeletionRoute(app, database)
}

/** What a person changes about themselves. */
function addOwnRoutes(app: FastifyInstance, database: Database): void {
  const { get, put, remove } = routesOf(app, TAG)

  put(
    '/api/auth/password',
    {
      access: 'everyone',
      body: passwordChangeSchema,
      answer: emptyAnswer,
      config: { hashes: 'change', worksWithoutSpace: true },
    },
    ({ body, request, reply }) => changePassword(database, request, reply, body),
  )

  put(
    '/api/auth/language',
    {
      access: 'everyone',
      body: languageChoiceSchema,
      answer: languageChoiceSchema,
      config: { worksWithoutSpace: true },
    },
    async ({ member, body: { language } }) => {
      await saveLanguage(database, member.personId, language)
      return { language }
    },
  )

  get('/api/auth/sessions', { access: 'everyone', answer: sessionsSchema }, ({ member, request }) =>
    listSessions(database, member.personId, readToken(request) ?? ''),
  )

  remove(
    '/api/auth/sessions',
    { access: 'everyone', config: { worksWithoutSpace: true } },
    ({ member: { personId }, request }) =>
      inTransaction(database, async (work) => {
        await endSessions(work, personId, readToken(request))
        await recordPersonEvent(work, personId, 'sessions-ended')
      }),
  )

  remove(
    '/api/auth/sessions/:id',
    { access: 'everyone', config: { worksWithoutSpace: true } },
    ({ member: { personId }, id }) =>
      inTransaction(database, async (work) => {
        const accountId = await endSessionById(work, personId, id)
        if (!accountId) throw notFound()
        await recordEvent(work, accountId, 'sessions-ended')
      }),
  )
}

function addDeletionRoute(app: FastifyInstance, database: Database): void {
  routesOf(app, TAG).post(
    '/api/account/delete',
    {
      access: 'admin',
      body: accountDeletionSchema,
      answer: accountDeletedSchema,
      config: { hashes: 'change', worksWithoutSpace: true },
    },
    async ({ member: { accountId: id, personId }, body, request, reply }) => {
      const { email } = await readPerson(database, personId)
      const { password, confirmation } = body
      if (confirmation.toLowerCase() !== email)
        throw badField('confirmation', `Type ${email} to confirm`)
      await countAttempt(database, WRONG_PASSWORDS, email)
      const find = () => readPassword(database, personId)
      const ended = await usePassword(database, { find, password }, async (work) => {
        // The password check can wait long in the queue of hashes.
        if (!(await holdAdmin(work, { accountId: id, personId })))
          throw new RequestError(403, NOT_ALLOWED)
        await endAccount(work, id)
        return { id }
      })
      if (!ended) throw badField('password', 'Password is incorrect')
      // Without the IP address: nothing else about the person may remain.
      request.log.warn({ account: id }, 'account deleted by its owner')
      await forgetAttempts(database, WRONG_PASSWORDS, email)
      const done = await deleteRowsOf(database, id)
      if (done) request.log.warn({ account: id }, 'nothing is left of the deleted account')
      clearToken(request, reply)
      void reply.header('clear-site-data', '"cache", "storage"')
      return { done }
    },
  )
}
