/**
 * The team of an account: members, invitations, settings (SPEC C68, C69). Only an Admin reaches these routes. An Admin also
 * views the account as another role or member (SPEC C83); begin and end of the view are in the audit log.
 */
import type { FastifyInstance } from 'fastify'
import { resetLinkSchema } from '#core/accounts/password-reset.ts'
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
  timeZoneChangeSchema,
  timeZoneSchema,
} from '#core/team/team.ts'
import { viewSchema } from '#core/team/view-as.ts'
import { readToken } from '#server/accounts/cookie.ts'
import { storeView } from '#server/accounts/sessions.ts'
import { requireOwnTwoStep } from '#server/accounts/two-step/required.ts'
import { countInvitation, countResetLink } from '#server/accounts/login-limits.ts'
import { makeMemberLink } from '#server/accounts/reset-links.ts'
import { resetMember } from '#server/accounts/two-step/reset.ts'
import { recordEvent } from '#server/database/audit.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound } from '#server/errors.ts'
import { mailInvitation } from '#server/mail/mail-invitation.ts'
import { mailResetLink } from '#server/mail/mail-reset-link.ts'
import { routesOf } from '#server/routes.ts'
import type { Services } from '#server/services.ts'
import { invite, listInvitations, revokeInvitation } from './invitations.ts'
import { changeMember, endMembership, listMembers } from './members.ts'
import { readPerson } from './persons.ts'
import { readTeamSettings, saveTeamSettings } from './settings.ts'
import { saveTimeZone } from './time-zone.ts'
import { findViewed } from './view-as.ts'

export function teamRoutes(app: FastifyInstance, { database }: Services): void {
  const { get, post, put, remove } = routesOf(app, 'Team')
  const access = 'admin'

  get('/api/team', { access, answer: teamSchema }, async ({ account }) => {
    const members = await listMembers(database, account)
    return { members, invitations: await listInvitations(database, account) }
  })

  post(
    '/api/team/invitations',
    { access, body: newInvitationSchema, answer: invitationLinkSchema, status: 201 },
    async ({ member, body, request }) => {
      await countInvitation(database, member.accountId)
      const { publicUrl } = request.server.mailServer ?? {}
      const link = await invite(database, member, body, async (work, id, path) => {
        if (!publicUrl) return
        const inviter = await nameAdmin(work, member.personId)
        const { email: to, language } = body
        const about = { userId: member.accountId, id, to, inviter, language }
        await mailInvitation(work, { ...about, link: publicUrl + path })
      })
      return { link, mailed: publicUrl !== undefined }
    },
  )

  remove('/api/team/invitations/:id', { access }, async ({ account, id }) => {
    if (!(await revokeInvitation(database, account, id))) throw notFound()
  })

  put(
    '/api/team/members/:id',
    { access, body: assignmentSchema, answer: memberSchema },
    ({ account, id, body }) => changeMember(database, account, id, body),
  )

  remove('/api/team/members/:id', { access }, ({ account, id }) =>
    endMembership(database, account, id),
  )

  remove(
    '/api/team/members/:id/two-step',
    { access, config: { worksWithoutSpace: true } },
    ({ member, id }) => resetMember(database, member, id),
  )

  post(
    '/api/team/members/:id/reset-link',
    { access, answer: resetLinkSchema, status: 201, config: { worksWithoutSpace: true } },
    async ({ member, id, request }) => {
      await countResetLink(database, member.accountId)
      const { path: link, email, language } = await makeMemberLink(database, member, id)
      const { mailServer } = request.server
      if (!mailServer?.publicUrl) return { link, mailed: false }
      const admin = await nameAdmin(database, member.personId)
      const facts = { email, link: mailServer.publicUrl + link, admin }
      // The Admin has the link, and can send it if the mail server is down.
      const mailed = await mailResetLink(mailServer, facts, language ?? 'en').then(
        () => true,
        (error) => {
          request.log.warn({ err: error }, 'a link for a new password was not emailed')
          return false
        },
      )
      return { link, mailed }
    },
  )

  get('/api/team/settings', { access, answer: teamSettingsSchema }, ({ account }) =>
    readTeamSettings(database, account),
  )

  put(
    '/api/team/settings',
    { access, body: changedTeamSettingsSchema, answer: teamSettingsSchema },
    async ({ member, body, version }) => {
      if (body.requireTwoStep) await requireOwnTwoStep(database, member)
      return saveTeamSettings(database, member.accountId, body, version)
    },
  )

  put(
    '/api/team/time-zone',
    { access, body: timeZoneChangeSchema, answer: timeZoneSchema },
    ({ account, body }) => saveTimeZone(database, account, body),
  )

  post(
    '/api/team/view-as',
    { access, body: viewSchema, config: { worksWithoutSpace: true } },
    async ({ account, body, request }) => {
      if (!(await findViewed(database, account, body))) throw notFound()
      await inTransaction(database, async (work) => {
        await storeView(work, readToken(request) ?? '', body)
        await recordEvent(work, account, 'view-started')
      })
    },
  )

  remove(
    '/api/team/view-as',
    {
      access: 'everyone',
      config: { whileViewing: true, withoutTwoStep: true, worksWithoutSpace: true },
    },
    async ({ member: { accountId, viewAs }, request }) => {
      if (!viewAs) return
      await inTransaction(database, async (work) => {
        await storeView(work, readToken(request) ?? '', null)
        await recordEvent(work, accountId, 'view-stopped')
      })
    },
  )
}

/** As the member knows the Admin. */
async function nameAdmin(work: Database | Work, personId: string): Promise<string> {
  const { email, firstName, lastName } = await readPerson(work, personId)
  return [firstName, lastName].filter(Boolean).join(' ') || email
}
