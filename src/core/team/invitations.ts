/** Invitations to an account's team (SPEC C69). */
import { z } from 'zod'
import { emailAddress, PASSWORD_LENGTH } from '#core/accounts/accounts.ts'
import { shortText } from '#core/fields/checks.ts'
import { optionalText } from '#core/fields/text.ts'
import { ROLES } from './roles.ts'

/** The screen of an invitation. The token follows "#", which no server or proxy gets to see. */
export const INVITATION_PATH = '/invitation'
/** The request header with the token of an invitation that is read. */
export const INVITATION_HEADER = 'haulbook-invitation'
export const INVITATION_DAYS = 7

/** One answer for a link that is unknown, used, revoked, replaced or expired. */
export const INVALID_INVITATION = 'This invitation is no longer valid. Ask for a new one.'

export const roleSchema = z.enum(
  ROLES.map(({ value }) => value),
  'Choose a role',
)

const linkSchema = z.int().positive().nullable().default(null)

/** `ownerId`, `driverId`: the record that a truck owner or a driver represents. */
const assignmentShape = { role: roleSchema, ownerId: linkSchema, driverId: linkSchema }

type SentAssignment = z.output<z.ZodObject<typeof assignmentShape>>

export const assignmentSchema = z
  .object(assignmentShape)
  .superRefine(rejectMissingLink)
  .transform(dropOtherLinks)

export const newInvitationSchema = z
  .object({ email: emailAddress, ...assignmentShape })
  .superRefine(rejectMissingLink)
  .transform(dropOtherLinks)

function rejectMissingLink({ role, ownerId, driverId }: SentAssignment, context: z.RefinementCtx) {
  if (role === 'owner' && ownerId === null)
    context.addIssue({ code: 'custom', path: ['ownerId'], message: 'Choose a truck owner' })
  if (role === 'driver' && driverId === null)
    context.addIssue({ code: 'custom', path: ['driverId'], message: 'Choose a driver' })
}

function dropOtherLinks<Sent extends SentAssignment>(sent: Sent): Sent {
  return {
    ...sent,
    ownerId: sent.role === 'owner' ? sent.ownerId : null,
    driverId: sent.role === 'driver' ? sent.driverId : null,
  }
}

/**
 * A person who is signed in with the invitation's email sends the token alone. Another person with a login sends the
 * password, a new one a new password and a name.
 */
export const acceptanceSchema = z.object({
  token: shortText('Invitation', 200),
  password: z.string().max(PASSWORD_LENGTH.most).optional(),
  firstName: optionalText('First name').schema.default(null),
  lastName: optionalText('Last name').schema.default(null),
})

/** `POST /api/team/invitations`: the path of the link with its token. It is answered this once. */
export const invitationLinkSchema = z.object({ link: z.string() })

/** `GET /api/invitation`. `known`: the email has a login, so its password is asked for and not a new one. */
export const openInvitationSchema = z.object({
  email: z.string(),
  role: roleSchema,
  account: z.string().describe('The company'),
  known: z.boolean(),
  expiresAt: z.iso.datetime(),
})

export type OpenInvitation = z.output<typeof openInvitationSchema>
