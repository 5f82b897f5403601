/** One line on what a role may do, for the invitation and the change of a role. */
import { ROLES, type Role, type RoleSettings } from './roles.ts'
import type { ViewAs } from './signed-in-user.ts'

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

/** "Dispatcher", or "Ann Smith (Dispatcher)". */
export function describeViewed({ role, name }: ViewAs): string {
  return name === null ? roleLabel(role) : `${name} (${roleLabel(role)})`
}

export function describeRole(role: Role, settings: RoleSettings): string {
  switch (role) {
    case 'admin':
      return 'Everything, including settings, team and the export of all data.'
    case 'accounting':
      return 'Everything except settings and team. Sees bank details and tax IDs.'
    case 'dispatcher':
      return settings.dispatcherRevenue
        ? 'Adds and changes loads, brokers, trucks and drivers. Sees load revenue, no settlements.'
        : 'Adds and changes loads, brokers, trucks and drivers. Sees no revenue and no settlements.'
    case 'safety':
      return 'Adds and changes trucks and drivers. Reads everything else, without revenue.'
    case 'viewer':
      return settings.viewerRevenue
        ? 'Reads loads, brokers, trucks and drivers, with revenue and settlements. Changes nothing.'
        : 'Reads loads, brokers, trucks and drivers, without revenue. Changes nothing.'
    case 'owner':
      return 'Reads the own statements, balances and year, and the loads of the own trucks.'
    case 'driver':
      return settings.driverRevenue
        ? 'Reads the own loads with their revenue, and statements that pay this driver.'
        : 'Reads the own loads without their revenue, and statements that pay this driver.'
  }
}
