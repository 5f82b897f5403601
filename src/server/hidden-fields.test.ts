/** Requests of members whose role hides fields: filters, changes, imports and messages (SPEC C73). */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { everyEntity, getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import { listPermissions, ROLE_DEFAULTS } from '#core/team/roles.ts'
import { listHidden } from '#core/team/visible-listing.ts'
import { createTestCarrier, type TestCarrier } from './testing/test-carrier.ts'
import { makeSample } from './testing/samples.ts'
import { inviteMember } from './testing/team.ts'
import { testApp, type Body, type Client } from './testing/test-app.ts'

const { app } = await testApp()

let carrier: TestCarrier
let admin: Client
let dispatcher: Client
let safety: Client
let serial = 3000

beforeAll(async () => {
  carrier = await createTestCarrier(app)
  admin = carrier.client
  dispatcher = await inviteMember(app, admin, 'dispatcher')
  safety = await inviteMember(app, admin, 'safety')
})

beforeEach(() => showRevenue(false))

async function showRevenue(dispatcherRevenue: boolean): Promise<void> {
  await admin.put('/api/team/settings', { dispatcherRevenue })
}

const sample = (name: EntityName) => makeSample(name, ++serial)

async function addLoad(more: object = {}): Promise<Body> {
  return (await admin.post('/api/loads', { ...sample('loads'), revenue: '8101.37', ...more })).body
}

const SAFETY = listPermissions('safety', ROLE_DEFAULTS)
const HIDDEN = everyEntity.flatMap(({ name, fields }) =>
  [...listHidden(fields, SAFETY)].map((field) => ({ name, field })),
)

test.each(HIDDEN)(
  'C73 A filter or sort of $name by $field is rejected as unknown',
  async ({ name, field }) => {
    const queries = ['?X=1', '?X.from=1', '?X.to=1', '?X=none', '?sort=X', '?sort=-X']
    const paths = ['', '/ids', '/count', '/export.csv', ...(name === 'loads' ? ['/totals'] : [])]
    for (const path of paths)
      for (const query of queries) {
        const ask = async (column: string) => {
          const { status, text } = await safety.get(
            `/api/${name}${path}${query.replace('X', column)}`,
          )
          return [status, text.replaceAll(column, 'X')]
        }
        expect([query, await ask(field)]).toEqual([query, await ask('unknownField')])
        expect((await ask(field))[0]).toBe(400)
      }
  },
)

test('C73 A search does not match hidden values', async () => {
  await addLoad()
  for (const text of ['8101', '8101.37', 'direct-deposit', 'First Bank']) {
    const search = encodeURIComponent(text)
    expect((await safety.get(`/api/search?q=${search}`)).body).toEqual([])
    for (const { name } of everyEntity)
      expect((await safety.get(`/api/${name}/count?search=${search}`)).body).toEqual({ count: 0 })
  }
})

test('C73 C74 A search in the audit log or the trash finds nothing by a hidden value', async () => {
  await showRevenue(true)
  const load = (await dispatcher.post('/api/loads', { ...sample('loads'), revenue: '6201.37' }))
    .body
  await dispatcher.put(`/api/loads/${load.id}`, { ...load, revenue: '6202.37', notes: 'Late' })
  await dispatcher.delete(`/api/loads/${load.id}`)
  await showRevenue(false)
  for (const path of ['/api/audit', '/api/audit/saves', '/api/trash']) {
    expect((await dispatcher.get(`${path}/count`)).body.count).toBeGreaterThan(0)
    for (const text of ['6201', '6202.37'])
      expect((await dispatcher.get(`${path}/count?search=${text}`)).body).toEqual({ count: 0 })
  }
})

test('C73 Totals leave a hidden amount out', async () => {
  expect(Object.keys((await dispatcher.get('/api/loads/totals')).body)).toEqual(['count', 'miles'])
  await showRevenue(true)
  expect((await dispatcher.get('/api/loads/totals')).body).toHaveProperty('revenue')
})

test.each(HIDDEN.filter(({ name }) => name !== 'owners'))(
  'C73 $field of $name can’t be sent by a member who does not see it, and keeps its value',
  async ({ name, field }) => {
    const member = name === 'loads' || name === 'brokers' ? dispatcher : safety
    const stored = (await admin.post(`/api/${name}`, sample(name))).body
    const path = `/api/${name}/${stored.id}`
    const value = stored[field] ?? 'Anything'
    const changed = await member.put(path, { ...(await member.get(path)).body, [field]: value })
    const { label } = getEntity(name).fields[field] ?? {}
    const message = `You can't change ${label} in your role`
    expect([changed.status, changed.body]).toEqual([
      403,
      { message, fields: { [field]: [message] } },
    ])
    const added = await member.post(`/api/${name}`, { ...sample(name), [field]: value })
    expect([added.status, added.body.message]).toEqual([
      403,
      expect.stringMatching(/^You can't change /),
    ])
    const bulk = await member.post(`/api/${name}/bulk`, {
      ids: [stored.id],
      set: { [field]: value },
    })
    expect([bulk.status, Object.keys(bulk.body.fields ?? {})]).toEqual([403, [field]])
    const saved = await member.put(path, { ...(await member.get(path)).body, notes: 'Called' })
    expect(saved.status).toBe(200)
    expect(saved.body).not.toHaveProperty(field)
    expect((await admin.get(path)).body).toMatchObject({ [field]: stored[field], notes: 'Called' })
  },
)

test('C73 A new record without its hidden fields gets the values of an empty form', async () => {
  const { revenue: _revenue, ...load } = sample('loads')
  const added = await dispatcher.post('/api/loads', load)
  expect([added.status, 'revenue' in added.body]).toEqual([201, false])
  expect((await admin.get(`/api/loads/${added.body.id}`)).body.revenue).toBe('0.00')
  const { paymentMethod: _method, bankDetails: _bank, ...driver } = sample('drivers')
  const { id } = (await safety.post('/api/drivers', driver)).body
  expect((await admin.get(`/api/drivers/${id}`)).body).toMatchObject({
    paymentMethod: 'direct-deposit',
    bankDetails: null,
  })
})

test('C73 The current version in a 412 and a repeated response hide fields too', async () => {
  const { id } = await addLoad()
  const path = `/api/loads/${id}`
  const seen = (await dispatcher.get(path)).body
  await admin.put(path, { ...(await admin.get(path)).body, notes: 'First' })
  const late = await dispatcher.put(path, seen, { 'if-match': '"1"' })
  expect([late.status, late.text.includes('8101.37')]).toEqual([412, false])
  const { revenue: _revenue, ...load } = sample('loads')
  const key = { 'idempotency-key': `k${serial}` }
  const first = await dispatcher.post('/api/loads', load, key)
  expect((await dispatcher.post('/api/loads', load, key)).body).toEqual(first.body)
})

test('C73 A record in use can’t be deleted, and the message has no numbers of settlements', async () => {
  await carrier.createLoad('2026-11-20')
  await carrier.settle('2026-11-20')
  const path = `/api/trucks/${carrier.truckId}`
  const message = "This truck is in use and can't be deleted. Set its status to Inactive instead."
  const refused = await safety.delete(path)
  expect([refused.status, refused.body]).toEqual([409, { message }])
  const bulk = await safety.post('/api/trucks/bulk', { ids: [carrier.truckId], delete: true })
  expect(bulk.body).toMatchObject({ done: 0, failed: [{ message }] })
  const asked = { linked: { loads: 1 }, refusal: message }
  expect((await safety.get(`${path}/links`)).body).toEqual(asked)
  const { body } = await admin.get(`${path}/links`)
  expect(body).toMatchObject({ refusal: message.replace('is in use', 'has 1 settlement') })
})

const CSV = { 'content-type': 'text/csv' }

test('C73 An import names the columns that the role can’t import and leaves them out', async () => {
  const { loadId, id } = await addLoad()
  const file = [
    'Load #,Linehaul,Pickup State,Delivery State,Pickup Date,Notes',
    `${loadId},1.00,TX,GA,11/16/2026,Imported`,
    'L-NEW,2.00,TX,GA,11/16/2026,New',
  ].join('\n')
  const query = '?existing=update'
  const checked = await dispatcher.post(`/api/loads/import/check${query}`, file, CSV)
  expect(checked.body).toMatchObject({ refused: ['Linehaul'], errorCount: 0 })
  const columns = '&columns=loadId,revenue,pickupState,deliveryState,pickupDate,notes'
  const named = await dispatcher.post(`/api/loads/import${query}${columns}`, file, CSV)
  expect([named.status, named.body.message]).toEqual([400, 'Unknown field "revenue"'])
  const done = await dispatcher.post(`/api/loads/import${query}`, file, CSV)
  expect(done.body).toMatchObject({ imported: 1, changed: 1 })
  const stored = (await admin.get(`/api/loads/${id}`)).body
  expect(stored).toMatchObject({ revenue: '8101.37', notes: 'Imported' })
  const [added] = (await admin.get<Body[]>('/api/loads?search=L-NEW')).body
  expect(added).toMatchObject({ revenue: '0.00', notes: 'New' })
  const again = await admin.post<{ columns: string[] }>(
    `/api/loads/import/check${query}`,
    file,
    CSV,
  )
  expect(again.body.columns[1]).toBe('revenue')
  expect((await dispatcher.get('/api/loads/import/sample.csv')).text).not.toMatch(/Revenue/)
})

test('C73 C434 Of two equal titles, the one that a role can’t import stays remembered for the others', async () => {
  const head = 'Load #,Sum Q,Sum Q,Pickup State,Delivery State,Pickup Date\n'
  const columns = '?columns=loadId,,revenue,pickupState,deliveryState,pickupDate'
  const row = (load: string) => `${head}${load},1.00,2.00,TX,GA,11/16/2026`
  expect((await admin.post(`/api/loads/import${columns}`, row('Q-1'), CSV)).status).toBe(201)
  const theirs = await dispatcher.post('/api/loads/import/check', row('Q-2'), CSV)
  expect(theirs.body).toMatchObject({ refused: ['Sum Q'], errorCount: 0 })
  expect((await dispatcher.post('/api/loads/import', row('Q-2'), CSV)).status).toBe(201)
  const again = await admin.post<Body>('/api/loads/import/check', row('Q-3'), CSV)
  expect(again.body.columns).toEqual([
    'loadId',
    null,
    'revenue',
    'pickupState',
    'deliveryState',
    'pickupDate',
  ])
})

test('C72 An import creates linked records only in lists that the member may change', async () => {
  const file = 'Truck #,Make,Model,Year,Owner\nT-NEW,Volvo,VNL,2024,New Owner\n'
  const path = '/api/trucks/import/check?create=owners'
  const refused = await safety.post(path, file, CSV)
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "You can't change Truck Owners in your role",
  ])
  expect((await dispatcher.post(path, file, CSV)).status).toBe(200)
})

test('C73 Undo does not name a statement to members who see none', async () => {
  const load = await carrier.createLoad('2026-10-09')
  const operation = 'a1b2c3d4-0000-4000-8000-00000000000a'
  const body = { ids: [load.id], set: { settlementDate: '2026-10-16' } }
  await dispatcher.post('/api/loads/bulk', body, { 'operation-id': operation })
  const { id } = await carrier.settle('2026-10-16')
  expect((await carrier.approve(id)).status).toBe(200)
  const undone = await dispatcher.post(`/api/operations/${operation}/undo`)
  expect(undone.body).toMatchObject({ done: 0, failed: [{ message: 'This load is locked' }] })
})
