/** Roles of an account's members and what each may do (SPEC C72). The server decides by these tables only. */

export const ROLES = [
  { value: 'admin', label: 'Admin' },
  { value: 'accounting', label: 'Accounting' },
  { value: 'dispatcher', label: 'Dispatcher' },
  { value: 'safety', label: 'Safety' },
  { value: 'viewer', label: 'Viewer' },
  { value: 'owner', label: 'Truck Owner' },
  { value: 'driver', label: 'Driver' },
] as const

export type Role = (typeof ROLES)[number]['value']

/** Truck owners and drivers work in the portal and reach no office route. */
export const PORTAL_ROLES: readonly Role[] = ['owner', 'driver']

/**
 * - `everyone`: what concerns the person: own session, password, own views.
 * - `office`: what each office role sees: owners, trucks, drivers, brokers, dispatchers and loads, without hidden fields.
 * - `loads`, `fleet`: change loads, brokers, owners and dispatchers; change trucks and drivers.
 * - `revenue`: see a load's revenue and every figure that follows from it. Truck owners have it for their own loads.
 * - `invoices`, `billing`: read invoices, money received, receivables, factoring and books; change them.
 * - `settlements`, `payroll`: read settlements, balances, payments and the year; change them.
 * - `secrets`: bank details and tax IDs.
 * - `import`, `export`: of the lists the member sees.
 * - `audit`: read own changes of fields the member sees; `audit-all`: those of all members.
 * - `trash`: restore own deletions, with `audit-all` those of all members. Both are needed to empty the trash.
 * - `admin`: settings, team, ZIP of the whole account, deletion of the account.
 * - `portal`: the routes of truck owners and drivers.
 *
 * A route that names neither `everyone` nor `portal` also requires `office` (`listRequired`).
 */
export type Permission =
  | 'everyone'
  | 'office'
  | 'loads'
  | 'fleet'
  | 'revenue'
  | 'invoices'
  | 'billing'
  | 'settlements'
  | 'payroll'
  | 'secrets'
  | 'import'
  | 'export'
  | 'audit'
  | 'audit-all'
  | 'trash'
  | 'admin'
  | 'portal'

/** What an Admin decides for a role. */
export type RoleSettings = {
  dispatcherRevenue: boolean
  viewerRevenue: boolean
  driverRevenue: boolean
}

export const ROLE_DEFAULTS: RoleSettings = {
  dispatcherRevenue: true,
  viewerRevenue: false,
  driverRevenue: false,
}

const OFFICE: readonly Permission[] = ['everyone', 'office']
const CHANGES: readonly Permission[] = ['import', 'export', 'audit', 'trash']

const ACCOUNTING: readonly Permission[] = [
  ...OFFICE,
  ...CHANGES,
  'loads',
  'fleet',
  'revenue',
  'invoices',
  'billing',
  'settlements',
  'payroll',
  'secrets',
  'audit-all',
]

const ALWAYS: Record<Role, readonly Permission[]> = {
  admin: [...ACCOUNTING, 'admin'],
  accounting: ACCOUNTING,
  dispatcher: [...OFFICE, ...CHANGES, 'loads', 'fleet'],
  safety: [...OFFICE, ...CHANGES, 'fleet'],
  viewer: OFFICE,
  owner: ['everyone', 'portal', 'revenue'],
  driver: ['everyone', 'portal'],
}

/** The permissions of a role in an account with these settings. */
export function listPermissions(role: Role, settings: RoleSettings): ReadonlySet<Permission> {
  const permissions = new Set(ALWAYS[role])
  if (role === 'dispatcher' && settings.dispatcherRevenue)
    permissions.add('revenue').add('invoices')
  if (role === 'driver' && settings.driverRevenue) permissions.add('revenue')
  if (role === 'viewer' && settings.viewerRevenue)
    permissions.add('revenue').add('invoices').add('settlements')
  return permissions
}
