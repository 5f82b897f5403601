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
 * - `office`: what each office role sees: owners, trucks, trailers, drivers, brokers, dispatchers and loads, without hidden fields.
 * - `loads`, `fleet`: change loads, brokers, owners and dispatchers; change trucks, trailers and drivers.
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

/** A setting of the team that an Admin turns on or off. `adds`: what a role may then do too. */
export type TeamSetting = {
  label: string
  hint: string
  initially: boolean
  adds?: { role: Role; permissions: readonly Permission[] }
}

/** What an Admin decides for a role. Each is a column of `team_settings`. */
export const ROLE_SETTINGS = {
  dispatcherRevenue: {
    label: 'Dispatchers see revenue',
    hint: 'The revenue of loads, and the revenue card of the dashboard.',
    initially: true,
    adds: { role: 'dispatcher', permissions: ['revenue', 'invoices'] },
  },
  viewerRevenue: {
    label: 'Viewers see revenue',
    hint: 'Viewers then also see settlements, balances, payments and year totals. They can’t change them.',
    initially: false,
    adds: { role: 'viewer', permissions: ['revenue', 'invoices', 'settlements'] },
  },
  driverRevenue: {
    label: 'Drivers see revenue',
    hint: 'The revenue of the loads that they haul.',
    initially: false,
    adds: { role: 'driver', permissions: ['revenue'] },
  },
} as const satisfies Record<string, TeamSetting>

export type RoleSettings = Record<keyof typeof ROLE_SETTINGS, boolean>

export const roleSettingNames = Object.keys(ROLE_SETTINGS) as (keyof RoleSettings)[]

export const ROLE_DEFAULTS = Object.fromEntries(
  roleSettingNames.map((name) => [name, ROLE_SETTINGS[name].initially]),
) as RoleSettings

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
  const added = roleSettingNames.flatMap((name): readonly Permission[] => {
    const { adds } = ROLE_SETTINGS[name]
    return adds.role === role && settings[name] ? adds.permissions : []
  })
  return new Set([...ALWAYS[role], ...added])
}
