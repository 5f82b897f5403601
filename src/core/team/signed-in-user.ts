import type { User } from '#core/accounts/accounts.ts'
import type { Permission, Role } from './roles.ts'

/** An account of a person, and the person's role in it. */
type OwnAccount = { id: string; name: string; role: Role }

/** The response of `GET /api/auth/user`: the person, and the membership of the session (SPEC B3, C67). */
export type SignedInUser = User & {
  account: { id: string; name: string }
  role: Role
  permissions: Permission[]
  /** The accounts that the person can switch to. */
  accounts: OwnAccount[]
  ownerId: number | null
  driverId: number | null
  /** The account's time zone: "America/Chicago" (SPEC C460). Null: an Admin's browser proposes its own. */
  timeZone: string | null
  /** The account requires two-step login, and the person has to set it up (SPEC C77). */
  lacksTwoStep: boolean
  /** What an Admin looks at with the permissions of another role or member; null: own permissions. */
  viewAs: ViewAs | null
}

/** `name`: the member; null for a role without a person. */
export type ViewAs = { role: Role; name: string | null }
