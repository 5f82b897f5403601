/** What each role may do and see, over every route of the API's own description (SPEC C72–C74). */
import { beforeAll, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { isAllowed, NOT_ALLOWED } from '#core/team/access.ts'
import {
  listPermissions,
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
import { readResponseText } from './testing/roles/response-text.ts'
import { makeSample } from './testing/samples.ts'
import { inviteMember } from './testing/team.ts'
import { testApp, type Body, type Client } from './testing/test-app.ts'

const { app, database } = await testApp()

const NO_REVENUE: RoleSettings = {
  dispatcherRevenue: false,
  viewerRevenue: false,
  driverRevenue: false,
}
const REVENUE: RoleSettings = { ...NO_REVENUE, dispatcherRevenue: true, viewerRevenue: true }
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
  'GET /api/invitation',
  'GET /api/upload',
  'POST /api/invitation',
  'POST /api/login',
  'POST /api/login/second-step',
  'POST /api/signup',
  'POST /api/signup/account',
  'POST /api/upload',
]
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
  await useOwnChanges()
})

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
  return (operation as { 'x-permission'?: Permission[] })['x-permission'] ?? []
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

test.each(ROLES.map(({ value }) => value))(
  'C72 Role %s gets 403 only on the routes that it does not allow',
  async (role) => {
    await saveSettings(NO_REVENUE)
    const permissions = listPermissions(role, NO_REVENUE)
    const wrong: string[] = []
    for (const route of routes) {
      if (!permissionOf(route).length) continue
      const allowed = isAllowed(permissions, permissionOf(route))
      // A change that the role may make is tested elsewhere.
      if (allowed && route.method !== 'GET') continue
      const url = buildUrl(route, ownId)
      const { status, text } = await members[role].send(route.method, url, undefined)
      const refused = status === 403 && text.includes(NOT_ALLOWED)
      if (refused === allowed) wrong.push(`${describe(route)} ${status}`)
    }
    expect(wrong).toEqual([])
  },
)

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
  expect(listHiddenTables().filter((table) => !planted.has(table))).toEqual([])
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
