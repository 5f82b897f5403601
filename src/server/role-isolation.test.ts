/** What each role may do and see, over every route of the app (SPEC C72–C74, C305). */
import { CHANGED, CHANGED_WITH_REVENUE } from '#server/testing/roles/changed-by-roles.ts'
import { beforeAll, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import { isAllowed, NOT_ALLOWED } from '#core/team/access.ts'
import {
  listPermissions,
  PORTAL_ROLES,
  ROLES,
  type Permission,
  type Role,
  type RoleSettings,
} from '#core/team/roles.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import { snakeCase } from './database/values.ts'
import { listOperations, type ApiPage, type Route } from './testing/fuzz/calls.ts'
import {
  isPlanted,
  listHiddenTables,
  listHiddenTexts,
  listUndecided,
} from './testing/roles/hidden-values.ts'
import { plantEverywhere, type PlantedAccount } from './testing/roles/planted-account.ts'
import { listRegistered } from './testing/roles/registered-routes.ts'
import { readResponseText } from './testing/roles/response-text.ts'
import { makeSample } from './testing/samples.ts'
import { inviteMember } from './testing/team.ts'
import { ownApp, type Body, type Client } from './testing/test-app.ts'

const { app, database } = await ownApp()

const NO_REVENUE: RoleSettings = {
  dispatcherRevenue: false,
  viewerRevenue: false,
  driverRevenue: false,
}
const REVENUE: RoleSettings = { ...NO_REVENUE, dispatcherRevenue: true, viewerRevenue: true }
const EVERY_REVENUE: RoleSettings = { ...REVENUE, driverRevenue: true }
/** The roles that see only a part of the records. */
const CASES = (['dispatcher', 'safety', 'viewer'] as const).flatMap((role) => [
  { role, name: role, settings: NO_REVENUE },
  ...(role === 'dispatcher' || role === 'viewer'
    ? [{ role, name: `${role} with revenue`, settings: REVENUE }]
    : []),
])
/** Sees all records, and nothing of the team. */
const ACCOUNTING = { role: 'accounting', name: 'accounting', settings: NO_REVENUE } as const
/** Routes without a session. */
const OPEN = [
  'GET /api/forgot-password',
  'GET /api/invitation',
  'GET /api/password-reset',
  'GET /api/upload',
  'POST /api/forgot-password',
  'POST /api/invitation',
  'POST /api/login',
  'POST /api/login/second-step',
  'POST /api/password-check',
  'POST /api/password-reset',
  'POST /api/signup',
  'POST /api/signup/account',
  'POST /api/upload',
]
/** Routes for every member, also for truck owners and drivers. */
const OF_EVERYONE = [
  'DELETE /api/auth/membership',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/{id}',
  'DELETE /api/team/view-as',
  'GET /api/auth/sessions',
  'GET /api/auth/two-step',
  'GET /api/auth/user',
  'GET /api/logos/{digest}',
  'POST /api/auth/account',
  'POST /api/auth/two-step/off',
  'POST /api/auth/two-step/on',
  'POST /api/auth/two-step/recovery-codes',
  'POST /api/auth/two-step/setup',
  'POST /api/logout',
  'PUT /api/auth/language',
  'PUT /api/auth/password',
]
/** The pages of the description, which the description does not have. */
const DOCS: Route[] = ['/api/docs', '/api/docs/json', '/api/docs/static/index.html'].map(
  (path) => ({ method: 'GET', path, operation: { 'x-permission': ['office'] } }),
)
/** Values of query parameters. */
const QUERY: Record<string, string> = {
  year: '2026',
  week: '2026-08-02',
  today: '2026-11-22',
  q: 'a',
  quarter: '2026-1',
  from: '2026-01-01',
  to: '2026-12-31',
  settlementDate: '2026-08-07',
  truckId: '1',
}

let account: PlantedAccount
let members: Record<Role, Client>
let routes: Route[]
/** Ids of another truck owner and another driver, and of their records. */
let others: Record<string, number | string>

beforeAll(async () => {
  account = await plantEverywhere(app)
  QUERY.truckId = String(account.ids.trucks)
  QUERY.ids = String(account.ids.billing)
  const { client, ids } = account
  const entries: [Role, Client][] = [['admin', client]]
  for (const role of ['accounting', 'dispatcher', 'safety', 'viewer'] as const)
    entries.push([role, await inviteMember(app, client, role)])
  entries.push(['owner', await inviteMember(app, client, 'owner', { ownerId: Number(ids.owners) })])
  entries.push([
    'driver',
    await inviteMember(app, client, 'driver', { driverId: Number(ids.drivers) }),
  ])
  members = Object.fromEntries(entries) as Record<Role, Client>
  routes = listOperations((await client.get<ApiPage>('/api/docs/json')).body)
  others = await plantOthers(client)
  await useOwnChanges()
})

async function plantOthers(client: Client): Promise<Record<string, number>> {
  const create = async (name: EntityName, values: object = {}) =>
    (await client.post(`/api/${name}`, { ...makeSample(name, 810), ...values })).body.id
  const [owners, drivers] = [await create('owners'), await create('drivers')]
  const trucks = await create('trucks', { ownerId: owners })
  const loads = await create('loads', { truckId: trucks, driverId: drivers })
  return { owners, drivers, trucks, loads }
}

/** A dispatcher who could see revenue changed and deleted loads: the audit log and the trash have their values. */
async function useOwnChanges(): Promise<void> {
  await saveSettings(REVENUE)
  const { dispatcher } = members
  const { id } = (
    await dispatcher.post('/api/loads', { ...makeSample('loads', 801), revenue: '6101.37' })
  ).body
  const load = (await dispatcher.get(`/api/loads/${id}`)).body
  await dispatcher.put(`/api/loads/${id}`, { ...load, revenue: '6102.37', notes: 'Seen by all' })
  await dispatcher.delete(`/api/loads/${id}`)
  const other = (
    await dispatcher.post('/api/loads', { ...makeSample('loads', 802), revenue: '6103.37' })
  ).body
  await dispatcher.put(`/api/loads/${other.id}`, { ...other, revenue: '6104.37' })
}

async function saveSettings(settings: object): Promise<void> {
  expect((await account.client.put('/api/team/settings', settings)).status).toBe(200)
}

function permissionOf({ operation }: Route): Permission[] {
  return operation['x-permission'] ?? []
}

function describe({ method, path }: Route): string {
  return `${method} ${path}`
}

/** `read`: the id for a part of the path. */
function buildUrl({ path, operation }: Route, read: (part: string) => string): string {
  const filled = path
    .replaceAll(/([\w-]+)\/\{\w+\}/g, (_, part: string) => `${part}/${read(part)}`)
    .replace('{zip}', '75201')
  const names = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const query = names.flatMap(({ name }) => (QUERY[name] ? [[name, QUERY[name]]] : []))
  return query.length ? `${filled}?${new URLSearchParams(query)}` : filled
}

const ownId = (part: string) => String(account.ids[part] ?? 1)

test('C72 Every route of the description is open or names its permission', () => {
  const undecided = routes.filter((route) => !permissionOf(route).length).map(describe)
  expect(undecided.toSorted()).toEqual(OPEN)
  expect(routes.length).toBeGreaterThan(100)
})

test('C73 The test lists who sees every table and column', async () => {
  expect(await listUndecided(database)).toEqual([])
})

test('C72 C305 Every route of the router is in the description, and names everyone, the portal or the office', () => {
  const ofDocs = ['/api/docs', '/api/docs/*']
  const registered = listOfRouter().filter((line) => !ofDocs.includes(line.split(' ')[1] ?? ''))
  const reads = registered.filter((line) => line.startsWith('HEAD '))
  const described = routes.map(describe)
  expect(registered.filter((line) => !line.startsWith('HEAD ')).toSorted()).toEqual(
    described.toSorted(),
  )
  expect(reads.length).toBeGreaterThan(100)
  expect(reads.filter((line) => !described.includes(line.replace('HEAD', 'GET')))).toEqual([])
  const named = (permission: Permission) =>
    routes.filter((route) => permissionOf(route).includes(permission)).map(describe)
  expect(named('everyone').toSorted()).toEqual(OF_EVERYONE)
  const ofPortal = described.filter((line) => line.includes(' /api/portal/'))
  expect(named('portal')).toEqual(ofPortal)
  const open = [...named('everyone'), ...named('portal'), ...OPEN]
  expect(named('office')).toEqual(described.filter((line) => !open.includes(line)))
})

/** Lines such as "GET /api/loads/{id}". */
function listOfRouter(): string[] {
  const ofApi = listRegistered(app).filter((line) => / \/+api/i.test(line))
  return ofApi.map((line) => line.replaceAll(/:(\w+)/g, '{$1}'))
}

/** Decides from the description alone. A truck owner's or a driver's permissions of the office open nothing. */
function isReachable(role: Role, settings: RoleSettings, route: Route): boolean {
  const needed = permissionOf(route)
  if (needed.includes('everyone')) return true
  if (PORTAL_ROLES.includes(role)) return needed.includes('portal')
  const permissions = listPermissions(role, settings)
  return !needed.includes('portal') && needed.every((one) => permissions.has(one))
}

const EVERY_CASE = ROLES.flatMap(({ value: role }) => [
  { role, name: role, settings: NO_REVENUE },
  ...(['dispatcher', 'viewer', 'driver'].includes(role)
    ? [{ role, name: `${role} with revenue`, settings: EVERY_REVENUE }]
    : []),
])

test.each(EVERY_CASE)(
  'C72 C305 The role $name gets 403 on each route that it does not allow, whatever the id, and on no other',
  async ({ role, settings }) => {
    await saveSettings(settings)
    const readIds = [ownId, (part: string) => String(others[part] ?? ownId(part)), () => '99999999']
    const heads = new Set(listOfRouter().flatMap((line) => line.split('HEAD ').slice(1)))
    const headers = { cookie: members[role].cookie }
    const wrong: string[] = []
    let refused = 0
    for (const route of [...routes, ...DOCS]) {
      if (!permissionOf(route).length) continue
      const allowed = isReachable(role, settings, route)
      // A change that the role may make is tested elsewhere.
      if (allowed && route.method !== 'GET') continue
      const urls = new Set(readIds.map((read) => buildUrl(route, read)))
      for (const url of allowed ? [buildUrl(route, ownId)] : urls) {
        const { status, text } = await members[role].send(route.method, url, undefined)
        const isRefused = status === 403 && text.includes(NOT_ALLOWED)
        if (isRefused === allowed) wrong.push(`${route.method} ${url} ${status}`)
        if (isRefused) refused++
        if (allowed || route.method !== 'GET' || !heads.has(route.path)) continue
        const head = await app.inject({ method: 'HEAD', url, headers })
        if (head.statusCode !== 403) wrong.push(`HEAD ${url} ${head.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
    expect(refused).toBeGreaterThan(role === 'admin' ? 10 : 50)
  },
)

test('C72 Each role changes these parts of the account and no other', () => {
  const open = routes.filter(({ method, path }) => method !== 'GET' && !isPersonal(path))
  const changedBy = (role: Role, settings = NO_REVENUE) => {
    const changed = open.filter((route) => isReachable(role, settings, route))
    const names = changed.map(({ path }) =>
      path
        .split('/')
        .slice(2)
        .filter((part) => !part.startsWith('{'))
        .join('/'),
    )
    return [...new Set(names)].toSorted()
  }
  const expected = new Set<string>()
  for (const role of Object.keys(CHANGED) as (keyof typeof CHANGED)[]) {
    const more = CHANGED[role]
    for (const name of more.trim().split(/\s+/)) expected.add(name)
    expect([role, changedBy(role)]).toEqual([role, [...expected].toSorted()])
    const shown = [...expected, ...(CHANGED_WITH_REVENUE[role] ?? [])]
    expect([role, changedBy(role, REVENUE)]).toEqual([role, [...new Set(shown)].toSorted()])
  }
  for (const role of PORTAL_ROLES) expect([role, changedBy(role)]).toEqual([role, ['team/view-as']])
})

/** Concerns the person alone, or needs no session. */
function isPersonal(path: string): boolean {
  return /^\/api\/(auth|login|logout|signup|invitation|portal|(forgot-)?password)\b/.test(path)
}

test.each([...CASES, ACCOUNTING])(
  'C73 No response to $name has a value that the role hides',
  async ({ role, settings }) => {
    await saveSettings(settings)
    const permissions = listPermissions(role, settings)
    const hidden = await findHidden(permissions)
    expect(hidden.size).toBeGreaterThan(role === 'accounting' ? 0 : 7)
    expect(await findIn(members[role], permissions, hidden)).toEqual([])
  },
)

test.each(CASES)(
  'C73 No response to a change by $name has a value that the role hides',
  async ({ role, settings }) => {
    await saveSettings(settings)
    const permissions = listPermissions(role, settings)
    const hidden = await findHidden(permissions)
    const client = members[role]
    const answers: string[] = []
    for (const route of routes.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      if (!isAllowed(permissions, permissionOf(route)) || /logout|\/auth\//.test(route.path))
        continue
      const url = buildUrl(route, ownId)
      const [, entity] = /^\/api\/(\w+)(?:\/\d+)?$/.exec(url) ?? []
      const isEntity = everyEntity.some(({ name }) => name === entity)
      const stored = isEntity
        ? (await client.get(`/api/${entity}/${ownId(entity ?? '')}`)).body
        : {}
      answers.push(`${url} ${(await client.send(route.method, url, {})).text}`)
      answers.push(`${url} ${(await client.send(route.method, url, stored)).text}`)
    }
    expect(answers.length).toBeGreaterThan(role === 'viewer' ? 1 : 20)
    const found = answers.filter((text) => [...hidden.keys()].some((value) => text.includes(value)))
    expect(found).toEqual([])
  },
)

test('C73 A value is planted in each place that a role must not see', async () => {
  const hidden = await findHidden(listPermissions('safety', NO_REVENUE))
  const planted = new Set([...hidden.values()].map((place) => place.split('.')[0]))
  const unseen = listHiddenTables(listPermissions('safety', NO_REVENUE))
  expect(unseen.filter((table) => !planted.has(table))).toEqual([])
  const fields = everyEntity.flatMap(({ name, fields }) =>
    [...listHidden(fields, listPermissions('safety', NO_REVENUE))]
      .filter((field) => ['money', 'quantity'].includes(fields[field]?.control ?? ''))
      .map((field) => `${name}.${snakeCase(field)}`),
  )
  const places = new Set(hidden.values())
  expect(fields.filter((place) => !places.has(place))).toEqual([])
})

test('C73 The same requests of an Admin get the values that Safety must not see', async () => {
  const hidden = await findHidden(listPermissions('safety', NO_REVENUE))
  const found = await findIn(account.client, listPermissions('admin', NO_REVENUE), hidden)
  const places = new Set(found.map((line) => line.split(' of ')[1]))
  expect([...new Set(hidden.values())].filter((place) => !places.has(place))).toEqual([])
})

/** The hidden values in the responses to every GET, including sorted lists and single records. `hidden`: values with their places. */
async function findIn(
  client: Client,
  permissions: ReadonlySet<Permission>,
  hidden: ReadonlyMap<string, string>,
): Promise<string[]> {
  const found: string[] = []
  async function look(url: string): Promise<void> {
    const text = await readResponseText(app, url, client.cookie)
    for (const [value, place] of hidden)
      if (text.includes(value) || text.includes(withCommas(value)))
        found.push(`${url} has ${value} of ${place}`)
  }
  for (const route of routes.filter(({ method }) => method === 'GET'))
    await look(buildUrl(route, ownId))
  for (const { name, fields } of everyEntity) {
    const isHidden = listHidden(fields, permissions)
    const sortable = Object.keys(fields).filter(
      (field) =>
        !isHidden.has(field) && !fields[field]?.secret && fields[field]?.control !== 'none',
    )
    for (const sort of sortable) await look(`/api/${name}?limit=50&sort=-${sort}`)
    for (const { id } of (await client.get<Body[]>(`/api/${name}?limit=20`)).body)
      await look(`/api/${name}/${id}`)
  }
  return found
}

/** Sums that the role sees may equal figures of settlements. */
async function findHidden(permissions: ReadonlySet<Permission>): Promise<Map<string, string>> {
  const hidden = await listHiddenTexts(database, permissions, account.secrets)
  if (!permissions.has('revenue')) return hidden
  const dashboard = await account.client.get('/api/dashboard?today=2026-08-10')
  const seen = [dashboard.text, (await account.client.get('/api/loads/totals')).text].join()
  return new Map([...hidden].filter(([value]) => !seen.includes(value)))
}

function withCommas(value: string): string {
  return isPlanted(value) ? value.replace(/\B(?=(\d{3})+\.)/, ',') : value
}
