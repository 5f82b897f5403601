/** The figures of the dashboard that a member's role shows (SPEC C73). */
import type { Permission } from '#core/team/roles.ts'
import type { Dashboard, LoadList, MonthSums } from './dashboard.ts'
import type { ToDo } from './to-do.ts'

type Permissions = ReadonlySet<Permission>
/** The permission to see each property. A new property without a permission does not compile. */
type SeenBy<Of> = Readonly<Record<keyof Of, Permission>>

const DASHBOARD: SeenBy<Dashboard> = {
  trucks: 'office',
  drivers: 'office',
  loads: 'office',
  settlementsToGenerate: 'settlements',
  revenue: 'revenue',
  expenses: 'settlements',
  extraPay: 'settlements',
  months: 'revenue',
  pendingBol: 'office',
  unpaid: 'office',
  toDo: 'office',
  hasSample: 'admin',
}

const MONTH: SeenBy<MonthSums> = {
  from: 'revenue',
  to: 'revenue',
  revenue: 'revenue',
  expenses: 'settlements',
}

const TO_DO: SeenBy<ToDo> = {
  withoutTruck: 'office',
  withoutBol: 'office',
  notSettled: 'office',
  drafts: 'settlements',
  held: 'settlements',
  statementsToPay: 'settlements',
  overdue: 'office',
  expiringLicenses: 'office',
}

const LOAD_LIST: SeenBy<LoadList> = { count: 'office', amount: 'revenue', loads: 'office' }

const LOAD: SeenBy<LoadList['loads'][number]> = {
  id: 'office',
  loadId: 'office',
  truckNumber: 'office',
  broker: 'office',
  revenue: 'revenue',
  since: 'office',
}

/** Removes the figures that the member's role hides. */
export function hideFigures(dashboard: Dashboard, permissions: Permissions): Partial<Dashboard> {
  const seen = pick(DASHBOARD, dashboard, permissions)
  const { months, pendingBol, unpaid, toDo } = dashboard
  return {
    ...seen,
    ...(seen.months && { months: months.map((month) => pick(MONTH, month, permissions)) }),
    pendingBol: hideRevenue(pendingBol, permissions),
    unpaid: hideRevenue(unpaid, permissions),
    toDo: pick(TO_DO, toDo, permissions),
  } as Partial<Dashboard>
}

function hideRevenue(list: LoadList, permissions: Permissions): Partial<LoadList> {
  const loads = list.loads.map((load) => pick(LOAD, load, permissions))
  return { ...pick(LOAD_LIST, list, permissions), loads } as Partial<LoadList>
}

function pick<Of extends object>(
  seenBy: SeenBy<Of>,
  values: Of,
  permissions: Permissions,
): Partial<Of> {
  const names = Object.keys(seenBy) as (keyof Of)[]
  const seen = names.filter((name) => permissions.has(seenBy[name]))
  return Object.fromEntries(seen.map((name) => [name, values[name]])) as Partial<Of>
}
