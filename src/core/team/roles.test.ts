import { expect, test } from 'vitest'
import { isAllowed, listRequired } from './access.ts'
import { permissionToChange } from './entity-access.ts'
import {
  listPermissions,
  PORTAL_ROLES,
  ROLE_DEFAULTS,
  ROLES,
  type Permission,
  type Role,
} from './roles.ts'

const EVERY_SETTING = { dispatcherRevenue: true, viewerRevenue: true, driverRevenue: true }
const NO_SETTING = { dispatcherRevenue: false, viewerRevenue: false, driverRevenue: false }

function listRoles(permission: Permission, settings = ROLE_DEFAULTS): Role[] {
  const roles = ROLES.map(({ value }) => value)
  return roles.filter((role) => listPermissions(role, settings).has(permission))
}

/** Once more, because a mistake in `PERMISSIONS` opens data to a role. */
const ALLOWED: Record<Permission, Role[]> = {
  everyone: ['admin', 'accounting', 'dispatcher', 'safety', 'viewer', 'owner', 'driver'],
  office: ['admin', 'accounting', 'dispatcher', 'safety', 'viewer'],
  portal: ['owner', 'driver'],
  loads: ['admin', 'accounting', 'dispatcher'],
  fleet: ['admin', 'accounting', 'dispatcher', 'safety'],
  revenue: ['admin', 'accounting', 'dispatcher', 'owner'],
  invoices: ['admin', 'accounting', 'dispatcher'],
  billing: ['admin', 'accounting'],
  settlements: ['admin', 'accounting'],
  payroll: ['admin', 'accounting'],
  secrets: ['admin', 'accounting'],
  import: ['admin', 'accounting', 'dispatcher', 'safety'],
  export: ['admin', 'accounting', 'dispatcher', 'safety'],
  audit: ['admin', 'accounting', 'dispatcher', 'safety'],
  trash: ['admin', 'accounting', 'dispatcher', 'safety'],
  'audit-all': ['admin', 'accounting'],
  admin: ['admin'],
}

test.each(Object.entries(ALLOWED) as [Permission, Role[]][])(
  'C72 The roles with the permission "%s"',
  (permission, roles) => {
    expect(listRoles(permission)).toEqual(roles)
  },
)

test('C72 Settings decide whether dispatchers, viewers and drivers see revenue', () => {
  const always: Role[] = ['admin', 'accounting', 'owner']
  expect(listRoles('revenue', NO_SETTING)).toEqual(always)
  expect(listRoles('revenue')).toEqual(['admin', 'accounting', 'dispatcher', 'owner'])
  expect(listRoles('revenue', EVERY_SETTING)).toEqual([
    'admin',
    'accounting',
    'dispatcher',
    'viewer',
    'owner',
    'driver',
  ])
})

test('C72 A viewer with revenue reads invoices and settlements and changes nothing', () => {
  const permissions = listPermissions('viewer', EVERY_SETTING)
  expect([...permissions].toSorted()).toEqual([
    'everyone',
    'invoices',
    'office',
    'revenue',
    'settlements',
  ])
})

test('C72 C520 Safety changes drivers, trucks and trailers, and reads the other records', () => {
  const permissions = listPermissions('safety', EVERY_SETTING)
  const changed = (
    ['loads', 'brokers', 'owners', 'dispatchers', 'drivers', 'trucks', 'trailers'] as const
  ).filter((name) => permissions.has(permissionToChange(name)))
  expect(changed).toEqual(['drivers', 'trucks', 'trailers'])
})

test('C72 A route that needs several permissions allows only roles with all of them', () => {
  const viewer = listPermissions('viewer', EVERY_SETTING)
  expect(isAllowed(viewer, 'settlements')).toBe(true)
  expect(isAllowed(viewer, ['settlements', 'export'])).toBe(false)
  expect(isAllowed(listPermissions('accounting', NO_SETTING), ['settlements', 'export'])).toBe(true)
})

test.each(['revenue', ['revenue'], ['settlements', 'export'], 'invoices'] as const)(
  'C305 A route that names %s only is for the office',
  (access) => {
    expect(listRequired(access)).toEqual(['office', ...[access].flat()])
    for (const role of PORTAL_ROLES)
      expect(isAllowed(listPermissions(role, EVERY_SETTING), access)).toBe(false)
    expect(isAllowed(listPermissions('admin', NO_SETTING), access)).toBe(true)
  },
)

test.each(['everyone', 'portal', ['portal', 'revenue']] as const)(
  'C305 A route that names %s is not only for the office',
  (access) => {
    expect(listRequired(access)).toEqual([access].flat())
    expect(isAllowed(listPermissions('owner', NO_SETTING), access)).toBe(true)
  },
)

test('C305 Office and portal share two permissions', () => {
  const office = new Set(
    ROLES.filter(({ value }) => !PORTAL_ROLES.includes(value)).flatMap(({ value }) => [
      ...listPermissions(value, EVERY_SETTING),
    ]),
  )
  const portal = new Set(PORTAL_ROLES.flatMap((role) => [...listPermissions(role, EVERY_SETTING)]))
  expect([...portal].filter((permission) => office.has(permission))).toEqual([
    'everyone',
    'revenue',
  ])
})
