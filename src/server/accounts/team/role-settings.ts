/** What an Admin decided for the roles, as the database has it. */
import { ROLE_DEFAULTS, type RoleSettings } from '#core/team/roles.ts'

type Stored = { [Name in keyof RoleSettings]: boolean | null }

/** Null in a left join: the account has never saved its settings. */
export function toRoleSettings({
  dispatcherRevenue,
  viewerRevenue,
  driverRevenue,
}: Stored): RoleSettings {
  return {
    dispatcherRevenue: dispatcherRevenue ?? ROLE_DEFAULTS.dispatcherRevenue,
    viewerRevenue: viewerRevenue ?? ROLE_DEFAULTS.viewerRevenue,
    driverRevenue: driverRevenue ?? ROLE_DEFAULTS.driverRevenue,
  }
}
