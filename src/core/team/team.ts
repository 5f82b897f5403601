/** The team of an account, as the API returns it (SPEC C68). */
import { z } from 'zod'
import { secondStepPendingSchema } from '#core/accounts/two-step.ts'
import { languageSchema } from '#core/language-schemas.ts'
import { isTimeZone } from '#core/time-zones.ts'
import { roleSchema } from './invitations.ts'
import { TEAM_SETTINGS, teamSettingNames, type TeamSettingName } from './team-settings.ts'

export const memberSchema = z.object({
  id: z.int(),
  personId: z.uuid(),
  /** "Pat Doe", or the email. */
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  ownerId: z.int().nullable(),
  driverId: z.int().nullable(),
  /** The name of the truck owner or the driver that the member represents. */
  represents: z.string().nullable(),
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable().describe('Null while the person is a member'),
  lastSeenAt: z.iso
    .datetime()
    .nullable()
    .describe('Updated at a login, and then at most once an hour'),
  twoStep: z.boolean().describe('Logs in with a code'),
  version: z.int(),
})

export type TeamMember = z.output<typeof memberSchema>

const invitationSchema = z.object({
  id: z.int(),
  email: z.string(),
  role: roleSchema,
  ownerId: z.int().nullable(),
  driverId: z.int().nullable(),
  represents: z.string().nullable(),
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('In the past: the link has expired'),
})

export type Invitation = z.output<typeof invitationSchema>

export const teamSchema = z.object({
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
})

export type Team = z.output<typeof teamSchema>

const shape = Object.fromEntries(
  teamSettingNames.map((name) => [name, z.boolean().describe(TEAM_SETTINGS[name].label)]),
) as Record<TeamSettingName, z.ZodBoolean>

/** `version`: 0 before the first save. */
export const teamSettingsSchema = z.object({ ...shape, version: z.int() })
/** A change to the team settings. An omitted setting keeps its value. */
export const changedTeamSettingsSchema = z.object(shape).partial()

/** `proposed`: by a browser. It does not replace a chosen zone (SPEC C460). */
export const timeZoneChangeSchema = z.object({
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone, such as America/Chicago'),
  proposed: z.boolean().optional(),
})

export type TimeZoneChange = z.output<typeof timeZoneChangeSchema>

export const timeZoneSchema = z.object({ timeZone: z.string() })

/** The response of `GET /api/auth/user`: `SignedInUser`. */
export const signedInUserSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  language: languageSchema.nullable().describe('Null: not chosen yet'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  account: z.object({ id: z.uuid(), name: z.string() }),
  role: roleSchema,
  permissions: z.array(z.string()),
  accounts: z.array(z.object({ id: z.uuid(), name: z.string(), role: roleSchema })),
  ownerId: z.int().nullable(),
  driverId: z.int().nullable(),
  timeZone: z
    .string()
    .nullable()
    .describe('Of the account: “America/Chicago”. Null: not chosen yet, UTC'),
  lacksTwoStep: z.boolean().describe('Must set up two-step login first'),
  viewAs: z.object({ role: roleSchema, name: z.string().nullable() }).nullable(),
})

/** The response of a login: the code may still be missing (SPEC C76). */
export const loggedInSchema = z.union([signedInUserSchema, secondStepPendingSchema])

/** `POST /api/auth/account`: the account to switch to. */
export const accountSwitchSchema = z.object({ id: z.uuid('Choose an account') })
