import type { Permission, Role } from './roles.ts'

/** Who sent a request: a person, as a member of the session's account. */
export type Member = {
  /** The `user_id` of the account's rows. */
  accountId: string
  personId: string
  role: Role
  /** The truck owner the member stands for, null in other roles. */
  ownerId: number | null
  /** The driver the member stands for, null in other roles. */
  driverId: number | null
  permissions: ReadonlySet<Permission>
}
