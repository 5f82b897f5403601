/** One account's requests for records of another get the response for a missing record. */
import { beforeAll, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { ROLES, type Role } from '#core/team/roles.ts'
import { readAllRows } from './testing/every-row.ts'
import { listOperations, type ApiPage, type Route } from './testing/fuzz/calls.ts'
import { exampleBody, exampleQuery } from './testing/fuzz/examples.ts'
import { makeSample } from './testing/samples.ts'
import { inviteMember } from './testing/team.ts'
import { useEveryFeature, type UsedAccount } from './testing/used-account.ts'
import { signUp, testApp, type Client } from './testing/test-app.ts'

const { app, connection } = await testApp()
const UNUSED = '99999999'
/** Bodies of routes whose description does not say which texts they take, by the last part of the path. */
const BODIES: Record<string, object> = {
  'factor-schedules': { day: '2026-11-25', invoiceIds: [1] },
  deposits: { day: '2026-11-25', amount: '-1.00', entries: [{ kind: 'cost', amount: '1.00' }] },
  reverse: { day: '2026-11-25', kind: 'returned', reason: 'Mine now' },
  closings: { kind: 'write-off', day: '2026-11-25', amount: '1.00', reason: 'Mine now' },
  apply: { day: '2026-11-25', parts: [{ invoiceId: 1, billingId: 1, amount: '1.00' }] },
  checks: { day: '2026-11-20', result: 'active', note: 'Mine now' },
  'required-papers': { firstDay: '2026-11-20' },
  disputes: { reason: 'rate', amount: '1.00', openedOn: '2026-11-20' },
  close: { closedOn: '2026-11-25', outcome: 'paid' },
  contacts: { day: '2026-11-20', kind: 'call', text: 'Mine now' },
  expenses: { category: 'fuel', description: 'x', amount: '1.00', date: '2026-11-20' },
}
const RULE = { category: 'other', description: 'Fee', basis: 'fixed', value: '100' }
let owner: Client
let stranger: Client
let everyRoute: Route[]
/** The routes with an id. */
let routes: Route[]
/** The owner's ids by the part of the path before the id. */
let ids: UsedAccount['ids']

beforeAll(async () => {
  const used = await useEveryFeature(app)
  owner = used.client
  ids = used.ids
  stranger = await signUp(app)
  const page = (await owner.get<ApiPage>('/api/docs/json')).body
  everyRoute = listOperations(page)
  // The portal's routes have their own tests: an Admin reaches none of them.
  const ofOffice = everyRoute.filter(({ path }) => !path.startsWith('/api/portal/'))
  routes = ofOffice.filter(({ path }) => /\{(?!key|zip)\w+\}/.test(path))
})

/** `read`: returns the id for a part of the path. */
function buildPath({ path }: Route, read: (part: string) => string): string {
  return path.replaceAll(/([\w-]+)\/\{\w+\}/g, (_, part: string) => `${part}/${read(part)}`)
}

async function buildBody(route: Route, path: string): Promise<object | undefined> {
  if (route.method === 'GET' || route.method === 'DELETE') return undefined
  const last = route.path.split('/').findLast((part) => !part.startsWith('{')) ?? ''
  const isRead = everyRoute.some((one) => one.method === 'GET' && one.path === route.path)
  const read = route.method === 'PUT' && isRead && !BODIES[last]
  return read ? (await owner.get(path)).body : (BODIES[last] ?? exampleBody(route))
}

async function readEverythingOfOwner(): Promise<string[]> {
  const listed = everyRoute.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const lists = Object.keys(ids).filter((name) => listed.includes(`/api/${name}`))
  const paths = [
    ...lists.map((name) => `/api/${name}`),
    '/api/team',
    `/api/logos/${ids.logos}`,
    `/api/billing/${ids.billing}/expenses`,
    `/api/billing/${ids.billing}/releases`,
    `/api/invoices/${ids.invoices}/sendings`,
    `/api/loads/${ids.loads}/comments`,
    `/api/loads/${ids.loads}/charges`,
    `/api/loads/${ids.loads}/documents`,
    `/api/loads/${ids.loads}/confirmation`,
    `/api/loads/${ids.loads}/upload-links`,
    `/api/billing/${ids.billing}/comments`,
  ]
  const texts: string[] = []
  // One after the other: on a busy machine, this many requests at once would exceed the server's limit on waiting.
  for (const path of paths) texts.push((await owner.get(path)).text)
  return texts
}

test.each(ROLES.map(({ value }) => value))(
  'S10 In the role %s, another account’s id gets the same response as a missing one',
  async (role) => {
    const client = await createStranger(role)
    const before = await readEverythingOfOwner()
    const statuses: string[] = []
    for (const route of routes) {
      const path = buildPath(route, (part) => String(ids[part]))
      expect(path).not.toContain('undefined')
      const body = await buildBody(route, path)
      const tried = await client.send(route.method, path, body)
      const unused = await client.send(
        route.method,
        buildPath(route, () => UNUSED),
        body,
      )
      const what = `${route.method} ${route.path}`
      expect([what, tried.status, tried.text]).toEqual([what, unused.status, unused.text])
      statuses.push(`${what} ${tried.status}`)
    }
    // An Admin may do everything.
    const expected = role === 'admin' ? / 404$/ : / (404|403)$/
    expect(statuses.filter((line) => !expected.test(line))).toEqual([])
    expect(statuses.length).toBeGreaterThan(40)
    expect(await readEverythingOfOwner()).toEqual(before)
  },
)

/** A member of the other account. */
async function createStranger(role: Role): Promise<Client> {
  if (role === 'admin') return stranger
  const person = role === 'owner' || role === 'driver' ? role : undefined
  if (!person) return inviteMember(app, stranger, role)
  const { id } = (await stranger.post(`/api/${person}s`, makeSample(`${person}s`))).body
  return inviteMember(app, stranger, role, { [`${person}Id`]: id })
}

const LINKS = [
  ...everyEntity.flatMap(({ name, fields }) =>
    listReferences(fields).map(({ name: field, to }) => [`/api/${name}`, field, to] as const),
  ),
  ['/api/billing', 'truckId', 'trucks'],
  ['/api/deduction-rules', 'truckId', 'trucks'],
] as const

test.each(LINKS)(
  'S11 %s with another account’s %s is rejected at the field like a missing record',
  async (path, field, to) => {
    const sent = {
      ...(path === '/api/billing' ? { settlementDate: '2026-11-20' } : {}),
      ...(path === '/api/deduction-rules'
        ? RULE
        : makeSample(path.split('/')[2] as EntityName, 600)),
    }
    const tried = await stranger.post(path, { ...sent, [field]: ids[to] })
    const unused = await stranger.post(path, { ...sent, [field]: UNUSED })
    expect([tried.status, Object.keys(tried.body.fields ?? {})]).toEqual([400, [field]])
    expect(tried.text).toBe(unused.text)
  },
)

test('S07 No GET or HEAD changes a record', async () => {
  const readRecords = async () => ({ ...(await readAllRows(connection)), audit: undefined })
  const before = await readRecords()
  const statuses: number[] = []
  for (const route of everyRoute.filter(({ method }) => method === 'GET')) {
    const path = buildPath(route, (part) => String(ids[part] ?? 1))
    const url = `${path}${exampleQuery(route)}`
    const headers = { cookie: owner.cookie }
    for (const method of ['GET', 'HEAD'] as const)
      statuses.push((await app.inject({ method, url, headers })).statusCode)
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(120)
  expect(await readRecords()).toEqual(before)
})
