/** The members of an account, its open invitations and what an Admin decides for the roles (SPEC C68, C69). */
import { choice, reference } from '#core/fields/fields.ts'
import { email } from '#core/fields/text.ts'
import { ROLES, type Role, type RoleSettings } from './roles.ts'

/** A truck owner stands for an owner, a driver for a driver. */
export const memberFields = {
  role: choice('Role', ROLES, { formDefault: 'dispatcher' }),
  ownerId: reference('Truck Owner', 'owners', 'None'),
  driverId: reference('Driver', 'drivers', 'None'),
}

export const invitationFields = { email: email('Email'), ...memberFields }

export type TeamMember = {
  id: number
  version: number
  personId: string
  name: string | null
  email: string
  role: Role
  ownerId: number | null
  driverId: number | null
  /** The name of the owner or driver that the member stands for. */
  standsFor: string | null
  /** Rounded to the hour; null before the first login. */
  lastSeenAt: string | null
}

export type OpenInvitation = {
  id: number
  email: string
  role: Role
  ownerId: number | null
  driverId: number | null
  standsFor: string | null
  expiresAt: string
}

export type Team = { members: TeamMember[]; invitations: OpenInvitation[] }

/** `link` is in this response only: the database has its hash. */
export type NewInvitation = { id: number; version: number; link: string }

export type TeamSettings = RoleSettings & {
  /** Who approved a statement may not pay it. */
  separateApproval: boolean
  requireTwoStep: boolean
}
