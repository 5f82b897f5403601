/** Describes in one line what a role may do, for the invitation and the change of a role. */
import { ROLES, type Role, type RoleSettings } from './roles.ts'
import type { ViewAs } from './signed-in-user.ts'

export function roleLabel(role: Role): string {
  return ROLES.find(({ value }) => value === role)?.label ?? role
}

/** "Dispatcher", or "Ann Smith (Dispatcher)". `labels`: for a language other than English. */
export function describeViewed(
  { role, name }: ViewAs,
  labels: Partial<Record<Role, string>> = {},
): string {
  const label = labels[role] ?? roleLabel(role)
  return name === null ? label : `${name} (${label})`
}

const VIEWING = 'You are viewing as '

/** The message of a change that is rejected in the view (SPEC C83). */
export function readOnlyMessage(viewed: ViewAs): string {
  return `${VIEWING}${describeViewed(viewed)}, read-only. Stop viewing to make changes.`
}

export function isReadOnlyMessage(message: string): boolean {
  return message.startsWith(VIEWING)
}

export function describeRole(role: Role, settings: RoleSettings): string {
  switch (role) {
    case 'admin':
      return 'Everything, including settings, team and the export of all data.'
    case 'accounting':
      return 'Everything except settings and team. Sees bank details and tax IDs.'
    case 'dispatcher':
      return settings.dispatcherRevenue
        ? 'Adds and changes loads, brokers, trucks and drivers. Sees load revenue and invoices, but no settlements.'
        : 'Adds and changes loads, brokers, trucks and drivers. Sees no revenue and no settlements.'
    case 'safety':
      return 'Adds and changes trucks and drivers. Reads everything else, without revenue.'
    case 'viewer':
      return settings.viewerRevenue
        ? 'Reads loads, brokers, trucks and drivers, with revenue, invoices and settlements. Changes nothing.'
        : 'Reads loads, brokers, trucks and drivers, without revenue. Changes nothing.'
    case 'owner':
      return 'Reads their statements, balances and year-end totals, and the loads of their trucks. Changes nothing.'
    case 'driver':
      return settings.driverRevenue
        ? 'Reads the loads that they haul, with revenue, and the statements that pay them.'
        : 'Reads the loads that they haul, without revenue, and the statements that pay them.'
  }
}
