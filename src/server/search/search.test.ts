import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isPaper, type Found } from '#core/search/search.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createCarrierWithInvoices } from '#server/testing/receipts/carrier-with-invoices.ts'
import { inviteMember } from '#server/testing/team.ts'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()

async function find(client: Client, typed: string): Promise<Found[]> {
  const { body } = await client.get<Found[]>(`/api/search?q=${encodeURIComponent(typed)}`)
  return body
}

async function findLoads(client: Client, typed: string): Promise<unknown[]> {
  const found = await find(client, typed)
  return found
    .filter(({ entity }) => entity === 'loads')
    .map(({ record }) => (record as Body)['loadId'])
}

async function withLoads(...numbers: string[]): Promise<Client> {
  const client = await signUp(app)
  for (const loadId of numbers) await client.post('/api/loads', { ...makeSample('loads'), loadId })
  return client
}

test('B40 An exact match comes first, then beginnings, then other matches', async () => {
  const client = await withLoads('A-77', '77', '770', 'L-1', '771')
  expect(await findLoads(client, '77')).toEqual(['77', '770', '771', 'A-77'])
})

test('B40 Numbers of one rank sort naturally', async () => {
  const client = await withLoads('L-10', 'L-9', 'L-100')
  expect(await findLoads(client, 'l-')).toEqual(['L-9', 'L-10', 'L-100'])
})

test('A load number that begins with the text comes before a broker name that contains it', async () => {
  const client = await withLoads('88-1')
  await client.post('/api/brokers', { ...makeSample('brokers'), companyName: 'Route 88' })
  await client.post('/api/trucks', { ...makeSample('trucks'), truckId: '88' })
  const entities = (await find(client, '88')).map(({ entity }) => entity)
  expect(entities).toEqual(['trucks', 'loads', 'brokers'])
})

test('Records of every entity are found in any case, with the detail of their list', async () => {
  const client = await signUp(app)
  for (const entity of ['drivers', 'owners', 'dispatchers'] as const) {
    await client.post(`/api/${entity}`, makeSample(entity))
  }
  await client.post('/api/trucks', { ...makeSample('trucks'), truckId: 'łukasz 7' })
  await client.post('/api/brokers', { ...makeSample('brokers'), companyName: 'ŁUKASZ LINES' })
  await client.post('/api/loads', { ...makeSample('loads'), loadId: 'Łukasz-1' })
  const person = { name: 'Łukasz Nguyễn', phone: '(555) 010-2030' }
  const found = (await find(client, 'łUKASZ')).map(({ entity, record: { id: _id, ...shown } }) => ({
    entity,
    ...shown,
  }))
  expect(found.toSorted((a, b) => a.entity.localeCompare(b.entity))).toEqual([
    { entity: 'brokers', companyName: 'ŁUKASZ LINES', contactPerson: null },
    { entity: 'dispatchers', ...person },
    { entity: 'drivers', ...person },
    {
      entity: 'loads',
      loadId: 'Łukasz-1',
      pickupCity: 'Dallas',
      pickupState: 'TX',
      deliveryCity: 'Atlanta',
      deliveryState: 'GA',
      brokerLoadNumber: null,
      poNumber: null,
      bolNumber: null,
      pickupNumber: null,
    },
    { entity: 'owners', ...person },
    { entity: 'trucks', truckId: 'łukasz 7', make: 'Freightliner', model: 'Cascadia' },
  ])
})

test('A truck is found by its VIN, a broker by its MC and DOT numbers', async () => {
  const client = await signUp(app)
  await client.post('/api/trucks', { ...makeSample('trucks'), vin: '1FUJGLDR' })
  const numbers = { mcNumber: 'MC-771', dotNumber: 'D-884' }
  await client.post('/api/brokers', { ...makeSample('brokers'), ...numbers })
  expect((await find(client, '1fuj'))[0]?.entity).toBe('trucks')
  for (const number of ['mc-771', 'd-884']) {
    expect((await find(client, number))[0]?.entity).toBe('brokers')
  }
})

describe('B40 one character finds the numbers that begin with it, and no names', () => {
  test.each([
    ['m', ['brokers']],
    ['1', ['trucks']],
    ['7', ['trucks', 'loads']],
    ['l', []],
    ['ł', []],
  ])('%s', async (typed, entities) => {
    const client = await withLoads('7-L')
    await client.post('/api/drivers', makeSample('drivers'))
    await client.post('/api/trucks', { ...makeSample('trucks'), truckId: '7', vin: '1FUJGLDR' })
    const broker = { ...makeSample('brokers'), companyName: 'Lone Star', mcNumber: 'MC-1' }
    await client.post('/api/brokers', broker)
    expect((await find(client, typed)).map(({ entity }) => entity)).toEqual(entities)
  })
})

describe('C127 the palette finds a load by a reference', () => {
  const references = {
    brokerLoadNumber: '20512345',
    poNumber: 'PO-7712',
    bolNumber: '6100450',
    pickupNumber: 'x9',
  }

  test.each([
    ['the whole number', '20512345'],
    ['its beginning', '2051'],
    ['one character', '6'],
    ['two characters', 'x9'],
    ['a part in any case', 'o-771'],
  ])('C127 The palette finds a load by %s of a reference, and shows it', async (_, typed) => {
    const client = await withLoads('L-2')
    await client.post('/api/loads', { ...makeSample('loads'), ...references })
    const found = await find(client, typed)
    expect(found.map(({ record }) => (record as Body)['loadId'])).toEqual(['L-1'])
    expect(found[0]?.record).toMatchObject(references)
  })
})

test('C127 A number of one load that is a reference of another finds both, exact ones first', async () => {
  const client = await withLoads('77', '771', 'A-77')
  const other = { ...makeSample('loads'), poNumber: '77', brokerLoadNumber: '77' }
  await client.post('/api/loads', { ...other, loadId: 'Z-1' })
  await client.post('/api/loads', {
    ...other,
    loadId: 'Z-2',
    poNumber: null,
    brokerLoadNumber: '78',
  })
  expect(await findLoads(client, '77')).toEqual(['77', 'Z-1', '771', 'A-77'])
  expect(await findLoads(client, '7')).toEqual(['77', '771', 'Z-1', 'Z-2'])
})

test('C127 A reference that begins with the text comes before numbers that contain it', async () => {
  const client = await withLoads('L-10', 'L-1000', 'L-105', 'L-210')
  const other = makeSample('loads')
  await client.post('/api/loads', { ...other, loadId: 'Z-10', poNumber: '7-10', bolNumber: '10-7' })
  await client.post('/api/loads', { ...other, loadId: 'Z-9', poNumber: '10' })
  expect(await findLoads(client, '10')).toEqual(['Z-9', 'Z-10', 'L-10', 'L-105', 'L-1000'])
  expect(await findLoads(client, '1')).toEqual(['Z-9', 'Z-10'])
})

test('C127 The palette finds an old load by its reference behind 5,000 newer loads', async () => {
  const client = await withLoads('Old')
  const [load] = (await client.get<Body[]>('/api/loads')).body
  await client.put(`/api/loads/${load?.id}`, { ...load, pickupNumber: '4711' })
  const id = await readAccountId(client)
  await sql`insert into loads (user_id, load_id, pickup_state, pickup_date, delivery_state, revenue, po_number)
    select ${id}::uuid, 'L-' || n, 'TX', date '2026-01-01', 'TX', 1, 'PO-' || n
    from generate_series(1, 5100) as n`.execute(database)
  expect(await findLoads(client, '4')).toEqual(['Old'])
  expect((await findLoads(client, '471'))[0]).toBe('Old')
  expect((await findLoads(client, '4711'))[0]).toEqual('Old')
  expect(await findLoads(client, 'po-')).toHaveLength(5)
})

test('At most five records of an entity are found, and blank text finds none', async () => {
  const client = await withLoads('L-1', 'L-2', 'L-3', 'L-4', 'L-5', 'L-6')
  expect(await find(client, 'l-')).toHaveLength(5)
  expect(await find(client, '  ')).toEqual([])
})

test('Wildcards of SQL have no special meaning', async () => {
  const client = await withLoads('100%', '1000', 'a_b', 'axb', 'c\\d', '%')
  expect(await findLoads(client, '0%')).toEqual(['100%'])
  expect(await findLoads(client, 'a_b')).toEqual(['a_b'])
  expect(await findLoads(client, 'c\\')).toEqual(['c\\d'])
  expect(await findLoads(client, '%')).toEqual(['%'])
  expect(await findLoads(client, '_')).toEqual([])
})

test("Another account's records are not found", async () => {
  await withLoads('SECRET-1')
  expect(await find(await signUp(app), 'secret')).toEqual([])
})

test.each([
  ['without q', ''],
  ['with a control character', '?q=%00'],
  ['with half a character', '?q=%ED%A0%80'],
  ['longer than 200 characters', `?q=${'x'.repeat(201)}`],
  ['with two values of q', '?q=a&q=b'],
])('a search %s is rejected or finds nothing', async (_, query) => {
  const client = await signUp(app)
  const { status, body } = await client.get<unknown>(`/api/search${query}`)
  if (status === 200) expect(body).toEqual([])
  else expect(status).toBe(400)
})

/** An account with an invoice, a statement paid by check 88121, and a broker's check 5512. */
async function openPapers() {
  const carrier = await createCarrierWithInvoices(app)
  const { client } = carrier
  const owner = await client.post('/api/owners', { ...makeSample('owners'), name: 'Ann O’Brien' })
  const truck = (await client.get(`/api/trucks/${carrier.truckId}`)).body
  await client.put(`/api/trucks/${carrier.truckId}`, { ...truck, ownerId: owner.body.id })
  await carrier.createLoad('2026-11-20', '1234.5')
  const { id } = await carrier.settle('2026-11-20')
  const { number } = (await carrier.approve(id)).body
  const paid = { paidOn: '2026-11-25', paymentMethod: 'check', paymentReference: '88121' }
  await client.post(`/api/billing/${id}/pay`, {
    ...paid,
    confirmed: ['paidOn', 'reference', 'year'],
  })
  const invoiceId = await carrier.createInvoice({ total: '777.25' })
  const parts = [{ invoiceId, amount: '777.25' }]
  await carrier.take({ amount: '777.25', method: 'check', reference: '5512', parts })
  const { body } = await client.get<{ number: string }>(`/api/invoices/${invoiceId}`)
  const names = async (typed: string, by = client) =>
    (await find(by, typed)).flatMap((hit) => (isPaper(hit) ? [hit.record.name] : []))
  return { client, names, statement: String(number), invoice: body.number }
}

test('C461 Papers are found by number, with or without a word in front, and by amount', async () => {
  const { names, statement, invoice } = await openPapers()
  for (const typed of [
    `statement ${statement}`,
    `stmt. #${statement}`,
    `Settlement no. ${statement}`,
  ])
    expect([typed, await names(typed)]).toEqual([typed, [`Statement ${statement}`]])
  for (const typed of [
    `invoice ${invoice}`,
    `Inv #${invoice}`,
    `INVOICE${invoice}`.replace('E', 'E '),
  ])
    expect([typed, await names(typed)]).toEqual([typed, [`Invoice ${invoice}`]])
  for (const typed of ['check 88121', '88121', '#88121', 'ck #88121'])
    expect([typed, await names(typed)]).toEqual([typed, ['Payment 88121']])
  expect(await names('check 5512')).toEqual(['Received 5512'])
  expect(await names('check 881')).toEqual([])
  for (const typed of ['1234.50', '$1,234.50', '1,234.50'])
    expect([typed, await names(typed)]).toEqual([
      typed,
      [`Statement ${statement}`, 'Payment 88121'],
    ])
  expect(await names('$777.25')).toEqual(['Received 5512', `Invoice ${invoice}`])
})

test('C461 A plain apostrophe finds a curly one, in the palette and in lists', async () => {
  const { client } = await openPapers()
  expect((await find(client, "o'brien")).map(({ entity }) => entity)).toEqual(['owners'])
  const { body } = await client.get<Body[]>(`/api/owners?search=${encodeURIComponent("O'BRIEN")}`)
  expect(body.map(({ name }) => name)).toEqual(['Ann O’Brien'])
})

test('C461 A role finds only the papers that it may read', async () => {
  const { client, names, statement, invoice } = await openPapers()
  const seen = async (role: 'safety' | 'dispatcher' | 'accounting') => {
    const member = await inviteMember(app, client, role)
    const found = [`statement ${statement}`, `invoice ${invoice}`, '88121', '5512', '1234.50']
    return (await Promise.all(found.map((typed) => names(typed, member)))).flat()
  }
  expect(await seen('safety')).toEqual([])
  expect(await seen('dispatcher')).toEqual([`Invoice ${invoice}`, 'Received 5512'])
  expect((await seen('accounting')).length).toBe(6)
})
