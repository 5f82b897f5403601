/** Imports of exports from other programs: stored and missing records, words, places. The data is invented. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportCheck, Imported } from '#core/transfer/import.ts'
import type { EntityName } from '#core/fields/field.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'

const { app } = await testApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

const CSV = { 'content-type': 'text/csv' }
type Query = Record<string, string>
type Response = ImportCheck & Imported & { message: string; fields?: Record<string, string[]> }

function send(
  name: EntityName,
  action: 'import' | 'import/check',
  file: string,
  query: Query = {},
) {
  return me.post<Response>(`/api/${name}/${action}?${new URLSearchParams(query)}`, file, CSV)
}

function fixture(name: string): Promise<string> {
  return readFile(path.join(import.meta.dirname, '../testing/imports', `${name}.csv`), 'utf8')
}

async function list(name: EntityName, sort: string): Promise<Body[]> {
  return (await me.get<Body[]>(`/api/${name}?sort=${sort}`)).body
}

/** "3,4 Truck: …" */
function listCauses({ causes }: ImportCheck): string[] {
  return causes.map(
    ({ lines, column, message, count }) => `${lines.join()} ${column}: ${message} ×${count}`,
  )
}

describe('The export of a TMS', () => {
  const ORDER = ['brokers', 'owners', 'drivers', 'trucks', 'loads'] as const

  test('C58 Is imported list by list without changing a column', async () => {
    for (const name of ORDER) {
      const query: Query = name === 'loads' ? { create: 'trailers' } : {}
      const { status, body } = await send(name, 'import', await fixture(`tms-${name}`), query)
      const created = name === 'loads' ? { created: { trailers: 2 } } : {}
      const imported = name === 'owners' ? 2 : 3
      expect([name, status, body]).toEqual([name, 201, { imported, ...created }])
    }
    expect(await list('loads', 'loadId')).toMatchObject([
      {
        loadId: '24-10551',
        labels: { truckId: '101', driverId: 'Lena Ortiz', brokerId: 'Prairie Freight Partners' },
        pickupCity: 'Dallas',
        pickupDate: '2026-11-16',
        deliveryDate: '2026-11-18',
        settlementDate: '2026-11-20',
        miles: '781.00',
        weight: '42000.00',
        revenue: '2400.00',
        deliveryStatus: 'delivered',
        paymentStatus: 'unpaid',
        bolStatus: 'received',
      },
      { paymentStatus: 'overdue', bolStatus: 'not-received', notes: 'Call before 4 PM, "Gate B"' },
      { deliveryStatus: 'in-transit' },
    ])
    const [first, second] = await list('trucks', 'truckId')
    expect([first?.status, second?.status]).toEqual(['active', 'maintenance'])
  })

  test('C58 The check lists the omitted columns and the trucks without a payee', async () => {
    const owners = await fixture('tms-owners')
    await send('owners', 'import', owners)
    await send('drivers', 'import', await fixture('tms-drivers'))
    const { body } = await send('trucks', 'import/check', await fixture('tms-trucks'))
    expect(body.titles.filter((_, at) => body.columns[at] === null)).toEqual(['Axles'])
    expect([body.errorCount, body.unpayable]).toEqual([0, 1])
    await send('trucks', 'import', await fixture('tms-trucks'))
    const load = 'Load #,Truck,Pickup Date,Pickup State,Delivery State,Revenue\n'
    const rows = [1, 2, 3].map((n) => `L-${n},${n === 1 ? '101' : '103'},11/16/2026,TX,GA,1\n`)
    expect((await send('loads', 'import/check', load + rows.join(''))).body.unpayable).toBe(1)
  })
})

test('C58 C59 The export of a load board with places in one cell and new brokers is imported', async () => {
  const file = await fixture('load-board')
  await send('brokers', 'import', await fixture('tms-brokers'))
  const checked = await send('loads', 'import/check', file)
  expect(listCauses(checked.body)).toEqual([
    '3,4 Company: Broker was not found ×2',
    '4 Load Status: “Open” can mean Scheduled or Pending ×1',
  ])
  expect(checked.body).toMatchObject({
    missing: [{ entity: 'brokers', count: 1, names: ['Longhorn Loads'] }],
    words: [{ field: 'deliveryStatus', word: 'Open', count: 1, options: ['scheduled', 'pending'] }],
  })
  expect(checked.body.titles.filter((_, at) => checked.body.columns[at] === null)).toEqual([
    'Age',
    'Equipment',
    'Rate / mi',
    'Contact',
    'Length',
  ])
  const values = JSON.stringify({ deliveryStatus: { open: 'pending' } })
  const query = { create: 'brokers', values }
  const again = await send('loads', 'import/check', file, query)
  expect(again.body).toMatchObject({ errorCount: 0, counts: { new: 3 } })
  expect(await list('loads', 'loadId')).toEqual([])
  expect(await list('brokers', 'companyName')).toHaveLength(3)

  const taken = await send('loads', 'import', file, query)
  expect(taken.body).toEqual({ imported: 3, created: { brokers: 1 } })
  expect(await list('loads', 'loadId')).toMatchObject([
    { pickupCity: 'Dallas', pickupZip: null, deliveryZip: '30303', miles: '781.00' },
    { deliveryCity: 'Kansas City', deliveryState: 'MO', labels: { brokerId: 'Longhorn Loads' } },
    { pickupCity: 'Winston-Salem', deliveryStatus: 'pending', weight: '28000.00' },
  ])
})

describe('Missing records', () => {
  const LOADS = 'Load #,Truck,Driver,Broker,Pickup Date,Pickup State,Delivery State,Revenue\n'
  const row = (n: number, names: string) => `L-${n},${names},11/16/2026,TX,GA,100\n`

  test('C59 Are created with the rows or not at all, each name once', async () => {
    const good = LOADS + row(1, '101,Ann,Acme') + row(2, '101,ANN,acme') + row(3, '102,Bo,Bolt')
    const create = 'trucks,drivers,brokers'
    const bad = await send('loads', 'import', `${good}L-4,,,,never,TX,GA,1\n`, { create })
    expect(bad.status).toBe(400)
    for (const name of ['trucks', 'drivers', 'brokers'] as const)
      expect(await list(name, 'id')).toEqual([])

    const checked = await send('loads', 'import/check', good, { create })
    expect(checked.body).toMatchObject({ errorCount: 0, unpayable: 2 })
    const { body } = await send('loads', 'import', good, { create })
    expect(body).toEqual({ imported: 3, created: { trucks: 2, drivers: 2, brokers: 2 } })
    const loads = await list('loads', 'loadId')
    expect(loads.map(({ labels }) => Object.values(labels as object))).toEqual([
      ['101', null, 'Ann', null, 'Acme', null],
      ['101', null, 'Ann', null, 'Acme', null],
      ['102', null, 'Bo', null, 'Bolt', null],
    ])
    const [driver] = await list('drivers', 'name')
    expect(driver).toMatchObject({ name: 'Ann', phone: '', licenseState: '', notes: null })
    // The form asks for what is missing.
    const saved = await me.put(`/api/drivers/${String(driver?.id)}`, driver)
    expect([saved.status, Object.keys(saved.body.fields ?? {})]).toEqual([
      400,
      ['email', 'phone', 'address', 'licenseNumber', 'licenseState'],
    ])
  })

  test('C59 Rows with the same problem are one cause; two drivers of a name are another', async () => {
    await me.post('/api/drivers', { ...makeSample('drivers'), name: 'Twin' })
    await me.post('/api/drivers', { ...makeSample('drivers'), name: 'Twin' })
    const rows = Array.from({ length: 60 }, (_, n) => row(n, `,,Broker ${n}`))
    const { body } = await send('loads', 'import/check', LOADS + rows.join('') + row(99, ',Twin,'))
    expect(body.errorCount).toBe(61)
    expect(listCauses(body)).toEqual([
      '2,3,4,5,6 Broker: Broker was not found ×60',
      '62 Driver: 2 drivers are named “Twin” ×1',
    ])
    expect(body.missing.map(({ entity, count }) => [entity, count])).toEqual([['brokers', 60]])
  })

  test('C58 A word in several spellings is listed once, and a long one is an error only', async () => {
    const file = `Load #,Status\nL-1,Lost!\nL-2,LOST\nL-3,${'x'.repeat(300)}\n`
    const { body } = await send('loads', 'import/check', file, {
      existing: 'skip',
      columns: 'loadId,deliveryStatus',
    })
    expect(body.words).toMatchObject([{ word: 'Lost!', count: 2 }])
    expect(body.errors.filter(({ line }) => line === 4)).toHaveLength(1)
  })

  test.each([
    [{ create: 'loads' }, 'create'],
    [{ values: '[' }, 'values'],
    [{ values: '{"revenue":{"a":"b"}}' }, 'values'],
    [{ values: '{"constructor":{"a":"b"}}' }, 'values'],
    [{ existing: 'merge' }, 'existing'],
    [{ columns: 'pickupPlace,pickupCity,,,,,,' }, 'columns'],
  ])('C58 C59 The choice %j is rejected at %s', async (query, field) => {
    const { status, body } = await send('loads', 'import/check', LOADS + row(1, ',,'), query)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })
})

describe('Stored records', () => {
  const FILE = 'Load #,Payment Status,Revenue\nL-1,Paid,\nL-2,Open,150\n'

  async function addLoads() {
    for (const [n, paymentStatus] of ['unpaid', 'unpaid', 'paid'].entries()) {
      const own = { loadId: `L-${n + 1}`, paymentStatus, revenue: '100' }
      await me.post('/api/loads', { ...makeSample('loads', n), ...own })
    }
  }

  test('C59 Are updated by their key; blank cells and other columns stay', async () => {
    await addLoads()
    const checked = await send('loads', 'import/check', FILE, { existing: 'update' })
    expect(checked.body).toMatchObject({
      errorCount: 0,
      counts: { new: 0, changed: 2, same: 0, skipped: 0 },
    })
    const { body } = await send('loads', 'import', FILE, { existing: 'update' })
    expect(body).toEqual({ imported: 0, changed: 2 })
    expect(await list('loads', 'loadId')).toMatchObject([
      { loadId: 'L-1', paymentStatus: 'paid', revenue: '100.00', version: 2, pickupCity: 'Dallas' },
      { loadId: 'L-2', paymentStatus: 'unpaid', revenue: '150.00', version: 2 },
      { loadId: 'L-3', version: 1 },
    ])
    const again = await send('loads', 'import', FILE, { existing: 'update' })
    expect(again.body).toEqual({ imported: 0, same: 2 })
  })

  test('C59 A number in other letter case matches the stored record, which keeps its number', async () => {
    await addLoads()
    await me.post('/api/trucks', { ...makeSample('trucks'), truckId: 'T-9', make: 'Volvo' })
    const truck = 'Truck #,Make\nt-9,Mack\n'
    expect((await send('trucks', 'import', truck, { existing: 'update' })).body.changed).toBe(1)
    expect(await list('trucks', 'id')).toMatchObject([{ truckId: 'T-9', make: 'Mack' }])
    const loads = await send('loads', 'import', 'Load #\nl-1\nL-2\n', { existing: 'skip' })
    expect(loads.body).toEqual({ imported: 0, skipped: 2 })
  })

  test.each<[EntityName, string, string]>([
    ['owners', 'Name\nAnn\nBo\nANN\n', '4 Name: Name ANN is already in row 2 ×1'],
    ['dispatchers', 'Name\nAnn\nAnn\n', '3 Name: Name Ann is already in row 2 ×1'],
    ['drivers', 'Name\nAnn\nAnn\n', '3 Name: Name Ann is already in row 2 ×1'],
    ['brokers', 'Broker\nAcme\nacme\n', '3 Broker: Company Name acme is already in row 2 ×1'],
    ['trucks', 'Truck #\nT-9\nt-9\n', '3 Truck #: Truck # t-9 is already in row 2 ×1'],
    ['trucks', 'Truck #\nT-9\nT-9\n', '3 Truck #: Truck # T-9 is already in row 2 ×1'],
  ])(
    'C59 A new record of %s that is in the file twice is an error: %j',
    async (name, file, cause) => {
      const { body } = await send(name, 'import/check', file, { existing: 'skip' })
      expect(listCauses(body).filter((one) => !one.startsWith('1 '))).toEqual([cause])
    },
  )

  test('C59 A place without a ZIP code or a city keeps the stored ones', async () => {
    const own = { loadId: 'L-1', pickupCity: 'Waco', pickupZip: '76701' }
    await me.post('/api/loads', { ...makeSample('loads'), ...own, pickupState: 'TX' })
    const file = (place: string) => `Load #,Origin\nL-1,"${place}"\n`
    const city = await send('loads', 'import', file('Austin, TX'), { existing: 'update' })
    expect(city.body).toEqual({ imported: 0, changed: 1 })
    const state = await send('loads', 'import', file(', OK'), { existing: 'update' })
    expect(state.body).toEqual({ imported: 0, changed: 1 })
    const [load] = await list('loads', 'loadId')
    expect(load).toMatchObject({ pickupCity: 'Austin', pickupState: 'OK', pickupZip: '76701' })
  })

  test('C59 Are skipped without being read, and a new row needs its required fields', async () => {
    await addLoads()
    const skipped = await send('loads', 'import', FILE.replace('Paid', 'nonsense'), {
      existing: 'skip',
    })
    expect(skipped.body).toEqual({ imported: 0, skipped: 2 })
    const named = await send('loads', 'import', 'Load #,Broker\nL-1,Unknown\n', {
      existing: 'skip',
      create: 'brokers',
    })
    expect(named.body).toEqual({ imported: 0, skipped: 1 })
    expect(await list('brokers', 'id')).toEqual([])
    const more = await send('loads', 'import/check', `${FILE}L-9,Open,1\nL-10,Open,1\n`, {
      existing: 'skip',
    })
    expect(listCauses(more.body)).toEqual([
      '1 Pickup State: Required field: match a column to it ×1',
      '1 Pickup Date: Required field: match a column to it ×1',
      '1 Delivery State: Required field: match a column to it ×1',
    ])
    expect(more.body.counts).toMatchObject({ skipped: 2, new: 0 })
  })

  test('C59 A bad cell, a repeated row and a number of another record are errors of their row', async () => {
    await addLoads()
    const bad = 'Load #,Revenue\nL-1,1e3\nL-2,5\nL-2,6\n'
    const { body } = await send('loads', 'import', bad, { existing: 'update' })
    expect(body.errors).toEqual([
      { line: 2, column: 'Revenue', message: 'Revenue must be a dollar amount, e.g. 950.00' },
      { line: 4, column: 'Load #', message: 'Load # L-2 is already in row 3' },
    ])
    await me.post('/api/trucks', { ...makeSample('trucks', 1), vin: 'V1' })
    await me.post('/api/trucks', { ...makeSample('trucks', 2), vin: 'V2' })
    const trucks = await send('trucks', 'import', 'Truck #,VIN\nT-1,V2\n', { existing: 'update' })
    expect(trucks.body.errors).toEqual([
      { line: 2, column: 'VIN', message: 'VIN V2 already exists' },
    ])
  })

  test('C59 C10 An import that gives a truck an owner changes its draft’s payee as the form does', async () => {
    const truck = (await me.post('/api/trucks', makeSample('trucks', 1))).body
    await me.post('/api/owners', { ...makeSample('owners'), name: 'Ann' })
    const draft = { truckId: truck.id, settlementDate: '2026-11-20' }
    const { body: made } = await me.post('/api/billing', draft)
    const file = 'Truck #,Owner\nT-1,Ann\n'
    const { body } = await send('trucks', 'import', file, { existing: 'update' })
    expect(body).toEqual({ imported: 0, changed: 1 })
    const after = await me.get(`/api/billing/${String(made.id)}`)
    const byForm = (await me.get('/api/owners')).body as unknown as Body[]
    expect(after.body.ownerId).toBe(byForm[0]?.id)
  })

  test('C59 A secret stays unchanged until another one replaces it', async () => {
    const owner = { ...makeSample('owners'), name: 'Ann', taxId: '12-3456789', bankDetails: 'A 1' }
    await me.post('/api/owners', owner)
    const file = (bank: string) => `Name,Tax ID,Bank Details\nann,12-3456789,${bank}\n`
    const same = await send('owners', 'import', file('A 1'), { existing: 'update' })
    expect(same.body).toEqual({ imported: 0, same: 1 })
    const changed = await send('owners', 'import', file('B 2'), { existing: 'update' })
    expect(changed.body).toEqual({ imported: 0, changed: 1 })
    expect((await list('owners', 'id'))[0]).toMatchObject({
      taxId: '12-3456789',
      bankDetails: 'B 2',
    })
  })

  test('C44 C59 Undo reverses what an import added, created by name and changed', async () => {
    await addLoads()
    const operation = '0c2bdcf1f8b94c17a6f5f5b1c9a1a001'
    const file =
      'Load #,Broker,Pickup Date,Pickup State,Delivery State,Revenue\n' +
      'L-1,Acme,11/16/2026,TX,GA,777\nL-9,Acme,11/16/2026,TX,GA,1\n'
    const query = new URLSearchParams({ existing: 'update', create: 'brokers' })
    const headers = { ...CSV, 'operation-id': operation }
    const { body } = await me.post<Response>(`/api/loads/import?${query}`, file, headers)
    expect(body).toEqual({ imported: 1, changed: 1, created: { brokers: 1 } })
    const undone = await me.post<Body>(`/api/operations/${operation}/undo`)
    expect(undone.body).toMatchObject({ done: 3, failed: [] })
    expect(await list('brokers', 'id')).toEqual([])
    expect(await list('loads', 'loadId')).toMatchObject([
      { loadId: 'L-1', revenue: '100.00', labels: { brokerId: null } },
      { loadId: 'L-2' },
      { loadId: 'L-3' },
    ])
  })

  test('C59 A record of another account is not found or updated', async () => {
    await addLoads()
    me = await signUp(app)
    const { body } = await send('loads', 'import/check', FILE, { existing: 'update' })
    expect(body.counts).toMatchObject({ changed: 0, same: 0 })
  })
})
