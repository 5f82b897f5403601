/** Invitations to an account's team (SPEC C69). */
import { z } from 'zod'
import { emailAddress, PASSWORD_LENGTH } from '#core/accounts/accounts.ts'
import { shortText } from '#core/fields/checks.ts'
import { optionalText } from '#core/fields/text.ts'
import { languageSchema } from '#core/language-schemas.ts'
import { PORTAL_ROLES, ROLES } from './roles.ts'

export const INVITATION_DAYS = 7

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
  .object({
    email: emailAddress,
    ...assignmentShape,
    language: languageSchema.nullable().default(null).describe('For a truck owner or a driver'),
  })
  .superRefine(rejectMissingLink)
  .transform(dropOtherLinks)
  .transform((sent) => ({
    ...sent,
    language: PORTAL_ROLES.includes(sent.role) ? sent.language : null,
  }))

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
 * A person who is signed in with the invitation's email sends only the token. Another person with a login also sends the
 * password. A person without a login sends a new password and a name.
 */
export const acceptanceSchema = z.object({
  token: shortText('Invitation', 200),
  password: z.string().max(PASSWORD_LENGTH.max).optional(),
  firstName: optionalText('First name').schema.default(null),
  lastName: optionalText('Last name').schema.default(null),
  language: languageSchema.optional().describe('Chosen on the screen of the invitation'),
})

/** `POST /api/team/invitations`: the path of the link with its token. It is returned only once. */
export const invitationLinkSchema = z.object({
  link: z.string(),
  mailed: z.boolean().describe('The link was also emailed'),
})

/** `GET /api/invitation`. `known`: the email has a login, so its password is asked for and not a new one. */
export const openInvitationSchema = z.object({
  email: z.string(),
  role: roleSchema,
  account: z.string().describe('The company'),
  known: z.boolean(),
  language: languageSchema.nullable().describe('Chosen by the Admin'),
  expiresAt: z.iso.datetime(),
})

export type OpenInvitation = z.output<typeof openInvitationSchema>
