/** One account's requests for records of another get the response for a missing record. */
import { beforeAll, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences } from '#core/entities/entity.ts'
import { DEFAULT_FILE } from '#core/factoring/schedule-file.ts'
import type { EntityName } from '#core/fields/field.ts'
import { ROLES, type Role } from '#core/team/roles.ts'
import { readAllRows } from './testing/every-row.ts'
import { listOperations, type ApiPage, type Route } from './testing/fuzz/calls.ts'
import { makeSample } from './testing/samples.ts'
import { inviteMember } from './testing/team.ts'
import { useEveryFeature, type UsedAccount } from './testing/used-account.ts'
import { signUp, testApp, type Client } from './testing/test-app.ts'

const { app, connection } = await testApp()
const UNUSED = '99999999'
/** Request bodies for the routes that need them. */
const BODIES: Record<string, object> = {
  pay: { paidOn: '2026-11-25', paymentMethod: 'check' },
  void: { reason: 'Mine now', on: '2026-11-25' },
  file: DEFAULT_FILE,
  factor: { choice: 'direct', factorId: null, approvedLimit: null },
  'factor-schedules': { day: '2026-11-25', invoiceIds: [1] },
  schedules: { day: '2026-11-25', invoiceIds: [1] },
  deposits: { day: '2026-11-25', amount: '-1.00', entries: [{ kind: 'cost', amount: '1.00' }] },
  reverse: { day: '2026-11-25', kind: 'returned', reason: 'Mine now' },
  reissue: { paidOn: '2026-11-25', method: 'ach', reason: 'Mine now' },
  closings: {
    kind: 'write-off',
    day: '2026-11-25',
    amount: '1.00',
    reason: 'Mine now',
    confirmed: ['day'],
  },
  refunds: { amount: '1.00', day: '2026-11-25', method: 'ach', reason: 'Mine now' },
  apply: { day: '2026-11-25', parts: [{ invoiceId: 1, billingId: 1, amount: '1.00' }] },
  'take-off': { day: '2026-11-25' },
  end: { day: '2026-11-25', reason: 'Mine now' },
  repayments: { amount: '1.00', day: '2026-11-25', method: 'cash', confirmed: ['day'] },
  'hand-outs': { amount: '1.00', paidOn: '2026-11-25', method: 'cash' },
  'write-offs': { amount: '1.00', day: '2026-11-25', reason: 'Mine now' },
  transfers: { day: '2026-11-25', reason: 'Mine now', toTruckId: 1 },
  undo: { reason: 'Mine now', day: '2026-11-25', undoneOn: '2026-11-25' },
  sendings: { channel: 'portal', sentOn: '2026-11-25' },
  mail: { to: 'me@example.com', subject: 'Mine now', sentOn: '2026-11-25' },
  restore: { field: 'model' },
  members: { role: 'admin' },
  releases: { reason: 'Mine now' },
  credit: { on: '2026-11-25', reason: 'Mine now', whole: true },
  rebill: { on: '2026-11-25', reason: 'Mine now' },
  answer: { text: 'Mine now' },
  hold: { reason: 'Mine now' },
  checks: { day: '2026-11-20', result: 'active', note: 'Mine now' },
  'required-papers': { firstDay: '2026-11-20' },
  comments: { text: 'Mine now' },
  disputes: { reason: 'rate', amount: '1.00', openedOn: '2026-11-20' },
  close: { closedOn: '2026-11-25', outcome: 'paid' },
  contacts: { day: '2026-11-20', kind: 'call', text: 'Mine now' },
  reading: { readerVersion: 1, layout: null, total: null, values: {}, kept: {} },
  total: { total: '1.00' },
  expenses: { category: 'fuel', description: 'x', amount: '1.00', date: '2026-11-20' },
}
/** Ids without a list at `/api/{name}`. */
const UNLISTED = [
  ...['balance-entries', 'closings', 'expenses', 'logos', 'operations', 'releases', 'sessions'],
  ...['disputes', 'contacts'],
  ...['comments', 'members', 'invitations', 'upload-links', 'sendings'],
  ...['factor-schedules', 'factor-deposits'],
  ...['parts', 'refunds', 'differences', 'sendings'],
  ...['comments', 'members', 'invitations', 'upload-links'],
]
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
  if (
    route.method === 'PUT' &&
    !/\/(?:expenses|members|disputes|contacts|factor-schedules)\/|\/(?:reading|required-papers|total|file)$/.test(
      path,
    )
  )
    return (await owner.get(path)).body
  const last = route.path.split('/').findLast((part) => !part.startsWith('{')) ?? ''
  return BODIES[last] ?? {}
}

async function readEverythingOfOwner(): Promise<string[]> {
  const lists = [...Object.keys(ids).filter((name) => !UNLISTED.includes(name))]
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

/** Values of query parameters that a route requires. */
const QUERY: Record<string, string> = {
  year: '2026',
  week: '2026-11-15',
  today: '2026-11-22',
  q: 'a',
  quarter: '2026-1',
  asOf: '2026-11-20',
  brokerId: '1',
  stage: 'due',
  from: '2026-01-01',
  to: '2026-12-31',
  settlementDate: '2026-11-20',
  truckId: '1',
}

function addQuery(path: string, { operation }: Route): string {
  const names = (operation.parameters ?? []).filter((one) => one.in === 'query')
  const values = names.flatMap(({ name }) => (QUERY[name] ? [[name, QUERY[name]]] : []))
  return `${path}?${new URLSearchParams(values)}`
}

test('S07 No GET or HEAD changes a record', async () => {
  const readRecords = async () => ({ ...(await readAllRows(connection)), audit: undefined })
  const before = await readRecords()
  const statuses: number[] = []
  for (const route of everyRoute.filter(({ method }) => method === 'GET')) {
    const path = buildPath(route, (part) => String(ids[part] ?? 1))
    const url = addQuery(path, route)
    const headers = { cookie: owner.cookie }
    for (const method of ['GET', 'HEAD'] as const)
      statuses.push((await app.inject({ method, url, headers })).statusCode)
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(120)
  expect(await readRecords()).toEqual(before)
})
