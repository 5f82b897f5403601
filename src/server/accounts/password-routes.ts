/**
 * The open routes about passwords: whether a new one is strong enough (SPEC C496), and a new one for someone who forgot it (SPEC C493,
 * C494). A token is never part of a path, which would be logged.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  forgottenSchema,
  openResetSchema,
  passwordCheckSchema,
  passwordJudgedSchema,
  passwordResetSchema,
  resetWaysSchema,
} from '#core/accounts/password-reset.ts'
import { RESET_HEADER } from '#core/accounts/reset-link.ts'
import { actAs } from '#server/database/actor.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { mailResetLink } from '#server/mail/mail-reset-link.ts'
import { createQueue, runQueued } from '#server/queue.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { forgetAttempts } from './attempts.ts'
import { countResetRequest, WRONG_PASSWORDS } from './login-limits.ts'
import { lookUp } from './look-ups.ts'
import { toTurns } from './network.ts'
import { hashPassword } from './passwords.ts'
import { makeResetLink, openResetLink, recordMailedLink, useResetLink } from './reset-links.ts'
import { describeWeakness, rejectWeakPassword } from './strong-passwords.ts'
import { listAccounts } from './team/memberships.ts'
import { findPersonByEmail } from './team/persons.ts'

/** Each takes milliseconds of the main thread: networks take turns. */
const checks = createQueue({ maxRunning: 1, maxWaiting: 100, maxWaitMs: 2_000 })
/** Each is a connection to the mail server. */
const mailings = createQueue({ maxRunning: 2, maxWaiting: 100 })

export function passwordRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post } = routesOf(app, 'Accounts')

  post(
    '/api/password-check',
    { access: 'open', body: passwordCheckSchema, answer: passwordJudgedSchema },
    async ({ body: { password, email, firstName, lastName }, request }) => {
      const about = { email, names: [firstName, lastName] }
      const judge = () => describeWeakness(password, about)
      return { weakness: (await runQueued(checks, toTurns(request.ip), judge)) ?? null }
    },
  )

  get('/api/forgot-password', { access: 'open', answer: resetWaysSchema }, ({ request }) => ({
    mail: request.server.mailServer?.publicUrl !== undefined,
  }))

  post(
    '/api/forgot-password',
    { access: 'open', body: forgottenSchema, answer: z.object({}), status: 202 },
    async ({ body: { email, language }, request }) => {
      const { mailServer } = request.server
      if (!mailServer?.publicUrl) return {}
      await countResetRequest(database, { email, address: request.ip })
      // After the answer, whose bytes and duration say nothing about the email.
      const find = () => findPersonByEmail(database, email)
      const mail = async () => {
        const person = await lookUp(request.ip, email, find)
        if (!person || !(await listAccounts(database, person.id)).length) return
        const link = `${mailServer.publicUrl}${makeResetLink(database, person)}`
        await recordMailedLink(database, person.id)
        await mailResetLink(mailServer, { email, link }, language ?? person.language ?? 'en')
      }
      setImmediate(() => {
        const sent = runQueued(mailings, [...toTurns(request.ip), email], mail)
        sent.catch((error) => request.log.warn({ err: error }, NOT_SENT))
      })
      return {}
    },
  )

  get('/api/password-reset', { access: 'open', answer: openResetSchema }, async ({ request }) => {
    const token = String(request.headers[RESET_HEADER] ?? '')
    const { email } = await lookUp(request.ip, token, () => openResetLink(database, token))
    return { email }
  })

  post(
    '/api/password-reset',
    {
      access: 'open',
      body: passwordResetSchema,
      answer: openResetSchema,
      config: { hashes: 'sign-up', worksWithoutSpace: true },
    },
    async ({ body: { token, password }, request }) => {
      const find = () => openResetLink(database, token)
      const { personId, email, names } = await lookUp(request.ip, token, find)
      await rejectWeakPassword('password', password, { email, names })
      const hashed = await hashPassword(password)
      await actAs(personId, () =>
        inTransaction(database, (work) => useResetLink(work, token, hashed)),
      )
      await forgetAttempts(database, WRONG_PASSWORDS, email)
      request.log.warn({ person: personId, ip: request.ip }, 'password reset by a link')
      return { email }
    },
  )
}

const NOT_SENT = 'the email with a link for a new password was not sent'
