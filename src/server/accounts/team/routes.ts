/** The team of an account: members, invitations, settings (SPEC C68, C69). Only an Admin reaches these routes. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  invitationLinkSchema,
  newInvitationSchema,
  assignmentSchema,
} from '#core/team/invitations.ts'
import {
  changedTeamSettingsSchema,
  memberSchema,
  teamSchema,
  teamSettingsSchema,
} from '#core/team/team.ts'
import { requireAccount, requireMember } from '#server/accounts/auth.ts'
import { requireOwnTwoStep } from '#server/accounts/two-step/required.ts'
import { countInvitation } from '#server/accounts/login-limits.ts'
import { resetMember } from '#server/accounts/two-step/reset.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { mailInvitation } from '#server/mail/mail-invitation.ts'
import { readId, readVersion } from '#server/requests.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'
import { changeMember, endMembership, listMembers } from './members.ts'
import { readPerson } from './persons.ts'
import { readTeamSettings, saveTeamSettings } from './settings.ts'

const tags = ['Team']
const config = { access: 'admin' } as const

export function teamRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/team',
    { schema: { tags, response: { 200: teamSchema } }, config },
    async (request) => {
      const userId = requireAccount(request)
      const members = await listMembers(database, userId)
      return { members, invitations: await listInvitations(database, userId) }
    },
  )

  api.post(
    '/api/team/invitations',
    {
      schema: { tags, body: newInvitationSchema, response: { 201: invitationLinkSchema } },
      config,
    },
    async (request, reply) => {
      const member = requireMember(request)
      await countInvitation(database, member.accountId)
      const { publicUrl } = request.server.mailServer ?? {}
      const link = await invite(database, member, request.body, async (work, id, path) => {
        if (!publicUrl) return
        const { email, firstName, lastName } = await readPerson(work, member.personId)
        const inviter = [firstName, lastName].filter(Boolean).join(' ') || email
        const { email: to, language } = request.body
        const about = { userId: member.accountId, id, to, inviter, language }
        await mailInvitation(work, { ...about, link: publicUrl + path })
      })
      return reply.code(201).send({ link, mailed: publicUrl !== undefined })
    },
  )

  api.delete('/api/team/invitations/:id', { schema: { tags }, config }, async (request, reply) => {
    if (!(await revokeInvitation(database, requireAccount(request), readId(request))))
      throw notFound()
    return reply.code(204).send()
  })

  api.put(
    '/api/team/members/:id',
    { schema: { tags, body: assignmentSchema, response: { 200: memberSchema } }, config },
    (request) => changeMember(database, requireAccount(request), readId(request), request.body),
  )

  api.delete('/api/team/members/:id', { schema: { tags }, config }, async (request, reply) => {
    await endMembership(database, requireAccount(request), readId(request))
    return reply.code(204).send()
  })

  api.delete(
    '/api/team/members/:id/two-step',
    { schema: { tags }, config: { ...config, worksWithoutSpace: true } },
    async (request, reply) => {
      await resetMember(database, requireMember(request), readId(request))
      return reply.code(204).send()
    },
  )

  api.get(
    '/api/team/settings',
    { schema: { tags, response: { 200: teamSettingsSchema } }, config },
    (request) => readTeamSettings(database, requireAccount(request)),
  )

  api.put(
    '/api/team/settings',
    {
      schema: { tags, body: changedTeamSettingsSchema, response: { 200: teamSettingsSchema } },
      config,
    },
    async (request) => {
      if (request.body.requireTwoStep) await requireOwnTwoStep(database, requireMember(request))
      return saveTeamSettings(database, requireAccount(request), request.body, readVersion(request))
    },
  )
}
