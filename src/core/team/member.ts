import type { Permission, Role } from './roles.ts'
import type { ViewAs } from './signed-in-user.ts'

/** Who sent a request: a person, as a member of the session's account. */
export type Member = {
  /** The `user_id` of the account's rows. */
  accountId: string
  personId: string
  role: Role
  /** The truck owner who has this login; null in other roles. */
  ownerId: number | null
  /** The driver who has this login; null in other roles. */
  driverId: number | null
  permissions: ReadonlySet<Permission>
  /** The account's time zone: "America/Chicago" (SPEC C460). Null until the first browser has proposed one. */
  timeZone: string | null
  /** Set while an Admin views the account as another role or member. Role and permissions are those of the view. */
  viewAs?: ViewAs
  /** The account requires two-step login and the person has none, so the person can only set it up (SPEC C77). */
  lacksTwoStep: boolean
}
