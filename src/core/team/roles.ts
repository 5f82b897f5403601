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

const OFFICE = ['admin', 'accounting', 'dispatcher', 'safety', 'viewer'] as const
/** The roles that change records. */
const CHANGING = ['admin', 'accounting', 'dispatcher', 'safety'] as const
const MONEY = ['admin', 'accounting'] as const

/**
 * Each permission with the roles that always have it. `ROLE_SETTINGS` adds some. A route that names neither `everyone` nor
 * `portal` also requires `office` (`listRequired`).
 */
const PERMISSIONS = {
  /** What concerns the person: own session, password, own views. */
  everyone: ROLES.map(({ value }) => value),
  /** What each office role sees: owners, trucks, trailers, drivers, brokers, dispatchers and loads, without hidden fields. */
  office: OFFICE,
  /** Change loads, brokers, owners and dispatchers. */
  loads: ['admin', 'accounting', 'dispatcher'],
  /** Change trucks, trailers and drivers. */
  fleet: CHANGING,
  /** See a load's revenue and every figure that follows from it. Truck owners have it for their own loads. */
  revenue: [...MONEY, 'owner'],
  /** Read invoices, money received, receivables, factoring and books. */
  invoices: MONEY,
  /** Change them. */
  billing: MONEY,
  /** Read settlements, balances, payments and the year. */
  settlements: MONEY,
  /** Change them. */
  payroll: MONEY,
  /** Bank details and tax IDs. */
  secrets: MONEY,
  /** Of the lists that the member sees. */
  import: CHANGING,
  export: CHANGING,
  /** Read own changes of fields that the member sees. */
  audit: CHANGING,
  /** Read those of all members. */
  'audit-all': MONEY,
  /** Restore own deletions, with `audit-all` those of all members. Both are needed to empty the trash. */
  trash: CHANGING,
  /** Settings, team, ZIP of the whole account, deletion of the account. */
  admin: ['admin'],
  /** The routes of truck owners and drivers. */
  portal: PORTAL_ROLES,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

const permissionNames = Object.keys(PERMISSIONS) as Permission[]

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

/** What a role may do, in one line, for the invitation and the change of a role. */
const ROLE_TEXTS: Record<Role, (settings: RoleSettings) => string> = {
  admin: () => 'Everything, including settings, team and the export of all data.',
  accounting: () => 'Everything except settings and team. Sees bank details and tax IDs.',
  dispatcher: ({ dispatcherRevenue }) =>
    dispatcherRevenue
      ? 'Adds and changes loads, brokers, trucks and drivers. Sees load revenue and invoices, but no settlements.'
      : 'Adds and changes loads, brokers, trucks and drivers. Sees no revenue and no settlements.',
  safety: () => 'Adds and changes trucks and drivers. Reads everything else, without revenue.',
  viewer: ({ viewerRevenue }) =>
    viewerRevenue
      ? 'Reads loads, brokers, trucks and drivers, with revenue, invoices and settlements. Changes nothing.'
      : 'Reads loads, brokers, trucks and drivers, without revenue. Changes nothing.',
  owner: () =>
    'Reads their statements, balances and year-end totals, and the loads of their trucks. Changes nothing.',
  driver: ({ driverRevenue }) =>
    driverRevenue
      ? 'Reads the loads that they haul, with revenue, and the statements that pay them.'
      : 'Reads the loads that they haul, without revenue, and the statements that pay them.',
}

export function describeRole(role: Role, settings: RoleSettings): string {
  return ROLE_TEXTS[role](settings)
}

/** The permissions of a role in an account with these settings. */
export function listPermissions(role: Role, settings: RoleSettings): ReadonlySet<Permission> {
  const always = permissionNames.filter((name) => rolesWith(name).includes(role))
  const added = roleSettingNames.flatMap((name): readonly Permission[] => {
    const { adds } = ROLE_SETTINGS[name]
    return adds.role === role && settings[name] ? adds.permissions : []
  })
  return new Set([...always, ...added])
}

/** The roles that have the permission whatever the settings say. */
function rolesWith(permission: Permission): readonly Role[] {
  return PERMISSIONS[permission]
}
