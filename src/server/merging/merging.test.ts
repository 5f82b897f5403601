import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Doubles, MergeUse } from '#core/merging/merging.ts'
import type { Aging } from '#core/receivables/aging.ts'
import { findBrokenBilling } from '#server/testing/invoices/broken-billing.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { ownApp, type Body } from '#server/testing/test-app.ts'
import { MOVED } from './moved.ts'

const { app, database } = await ownApp()
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
})

const merge = (list: string, into: number, body: object) =>
  carrier.client.post(`/api/${list}/${into}/merge`, body)

const read = async (path: string) => (await carrier.client.get(`/api/${path}`)).body

/** Makes the second broker's MC number that of the first, in another spelling, as older data can be. */
async function doubleBroker(): Promise<void> {
  const { brokerId, otherBrokerId, userId, client } = carrier
  const broker = await read(`brokers/${brokerId}`)
  await client.put(`/api/brokers/${brokerId}`, { ...broker, mcNumber: 'MC-771203' })
  await sql`alter table brokers disable trigger user`.execute(database)
  await sql`update brokers set mc_number = '771203', old_double = true
    where user_id = ${userId} and id = ${otherBrokerId}`.execute(database)
  await sql`alter table brokers enable trigger user`.execute(database)
}

test('C501 Records with one number are listed, brokers by MC, drivers by license and state', async () => {
  await doubleBroker()
  const { client, brokerId, otherBrokerId } = carrier
  const doubles = (await client.get<Doubles>('/api/brokers/doubles')).body
  expect(
    doubles.map(({ field, number, records }) => [field, number, records.map(({ id }) => id)]),
  ).toEqual([['mcNumber', 'MC-771203', [brokerId, otherBrokerId]]])
  const driver = { ...makeSample('drivers', 1), licenseNumber: 'D 12-34', licenseState: 'TX' }
  const ids: number[] = []
  for (const change of [{}, { licenseNumber: 'd1234' }, { licenseState: 'GA' }])
    ids.push((await client.post('/api/drivers', { ...driver, ...change })).body.id)
  const drivers = (await client.get<Doubles>('/api/drivers/doubles')).body
  const found = drivers.filter(({ records }) => records.some(({ id }) => ids.includes(id)))
  expect(found.map(({ records }) => records.map(({ id }) => id))).toEqual([ids.slice(0, 2)])
})

test('C502 Every column that names a broker, a driver or a truck moves, or keeps the record', async () => {
  /** Settlements, payments, balances, cards, leases and logins keep their record, which then can't be merged into another one. */
  const kept = [
    'billing.truck_id billing.driver_id expenses.truck_id payouts.driver_id payouts.truck_id',
    'balance_entries.truck_id deduction_rules.driver_id members.driver_id statement_rule_sums.truck_id',
    'odometer_readings.truck_id leases.truck_id cards.truck_id cards.driver_id',
  ]
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and column_name in ('broker_id', 'driver_id', 'driver2_id', 'truck_id')
      and not (table_name = 'trucks' and column_name = 'truck_id')`.execute(database)
  const moved = Object.values(MOVED).flat()
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [
      ...moved.map(({ table, column }) => `${table}.${column}`),
      ...kept.join(' ').split(' '),
    ].toSorted(),
  )
})

test('C502 Loads, invoices, payments and what is owed move to the broker that stays', async () => {
  await doubleBroker()
  const { client, brokerId, otherBrokerId } = carrier
  await carrier.createInvoice({ total: '400' })
  const invoice = await carrier.createInvoice({ total: '1000', brokerId: otherBrokerId })
  const printed = async () => (await client.get(`/api/invoices/${invoice}/invoice.pdf`)).text
  const before = await printed()
  const parts = [{ invoiceId: invoice, amount: '300' }]
  const paid = await carrier.take({ brokerId: otherBrokerId, amount: '350', parts })
  expect(paid.status).toBe(201)
  const use = (await client.get<MergeUse>(`/api/brokers/${otherBrokerId}/merge`)).body
  expect(use).toEqual({ moves: ['1 load', '1 invoice', '1 payment received'], refusal: null })

  expect((await merge('brokers', brokerId, { from: otherBrokerId })).status).toBe(200)
  expect((await client.get(`/api/brokers/${otherBrokerId}`)).status).toBe(404)
  const aging = (await client.get<Aging>('/api/receivables/aging?asOf=2026-12-31')).body
  expect(aging.brokers).toMatchObject([{ brokerId, open: '1100.00', unapplied: '-50.00' }])
  expect((await client.get<Body[]>(`/api/loads?brokerId=${brokerId}`)).body).toHaveLength(2)
  expect(await printed()).toBe(before)
  expect(await findBrokenBilling(database)).toEqual([])
  // The number is unique again.
  const third = { ...makeSample('brokers', 9), mcNumber: 'mc 771203' }
  expect((await client.post('/api/brokers', third)).status).toBe(409)
  expect((await client.get<Doubles>('/api/brokers/doubles')).body).toEqual([])
})

test('C502 The double that was marked can stay, and its number is unique again', async () => {
  await doubleBroker()
  const { client, brokerId, otherBrokerId } = carrier
  expect((await merge('brokers', otherBrokerId, { from: brokerId })).status).toBe(200)
  const third = { ...makeSample('brokers', 9), mcNumber: 'mc 771203' }
  expect((await client.post('/api/brokers', third)).status).toBe(409)
})

test('C502 The database moves what is frozen only with a merge', async () => {
  const { brokerId, otherBrokerId, userId } = carrier
  const invoice = await carrier.createInvoice({})
  await carrier.take({ amount: '100', parts: [{ invoiceId: invoice, amount: '100' }] })
  for (const table of ['invoices', 'receipts', 'receivable_entries'])
    await expect(
      sql`update ${sql.table(table)} set broker_id = ${otherBrokerId}
        where user_id = ${userId} and broker_id = ${brokerId}`.execute(database),
    ).rejects.toThrow(/invoices_frozen|receipts_posted|receivable_entries_posted/)
  await expect(
    sql`update receivable_entries set broker_id = ${otherBrokerId}, amount = amount + 1
      where user_id = ${userId} and broker_id = ${brokerId}`.execute(database),
  ).rejects.toThrow('receivable_entries_posted')
})

test('C503 The record that stays keeps its values, gets those that it lacks, and those that were chosen', async () => {
  const { client } = carrier
  const into = await carrier.createBroker({
    companyName: 'Acme',
    phone: '1',
    email: null,
    notes: null,
  })
  const from = await carrier.createBroker({
    companyName: 'ACME LLC',
    phone: '2',
    notes: 'Call Ann',
  })
  const other = await read(`brokers/${from}`)
  const merged = await merge('brokers', into, { from, take: ['phone'] })
  expect(merged.body).toMatchObject({
    companyName: 'Acme',
    phone: '2',
    notes: 'Call Ann',
    email: other.email,
  })
  expect((await client.get(`/api/brokers/${into}`)).body).toMatchObject({ phone: '2' })
})

test('C503 A merge into itself, of a missing record, with an unknown field or of another account is refused', async () => {
  const { brokerId, otherBrokerId } = carrier
  expect((await merge('brokers', brokerId, { from: brokerId })).status).toBe(400)
  expect((await merge('brokers', brokerId, { from: 999_999 })).status).toBe(404)
  const unknown = { from: otherBrokerId, take: ['userId'] }
  expect((await merge('brokers', brokerId, unknown)).status).toBe(400)
  const stranger = await createCarrierWithInvoices(app)
  const foreign = await merge('brokers', brokerId, { from: stranger.brokerId })
  expect(foreign.status).toBe(404)
  const dispatcher = await inviteMember(app, carrier.client, 'dispatcher')
  const refused = await dispatcher.post(`/api/brokers/${brokerId}/merge`, { from: otherBrokerId })
  expect(refused.status).toBe(403)
})

test('C502 A driver’s loads and trucks move, and a load that both drove has one driver', async () => {
  const { client, truckId } = carrier
  const make = async (name: string) =>
    (await client.post('/api/drivers', { ...makeSample('drivers', 3), name })).body.id
  const [into, from] = [await make('Luis Ramirez'), await make('Luis R.')]
  await client.put(`/api/trucks/${truckId}`, {
    ...(await read(`trucks/${truckId}`)),
    driverId: from,
  })
  const load = async (more: object) =>
    (await client.post('/api/loads', { ...makeSample('loads', 40), ...more })).body.id
  const both = await load({ loadId: 'B', driverId: into, driver2Id: from })
  const second = await load({ loadId: 'S', driver2Id: from })
  expect((await merge('drivers', into, { from })).status).toBe(200)
  expect(await read(`trucks/${truckId}`)).toMatchObject({ driverId: into })
  expect(await read(`loads/${both}`)).toMatchObject({ driverId: into, driver2Id: null })
  expect(await read(`loads/${second}`)).toMatchObject({ driver2Id: into })
})

test('C502 A truck with settlements stays; one without moves its loads and its recurring deductions, each once', async () => {
  const { client, truckId } = carrier
  await carrier.createLoad('2026-10-02', '900')
  await carrier.settle('2026-10-02')
  const made = await client.post('/api/trucks', { ...makeSample('trucks', 8), truckId: '7' })
  const from = made.body.id
  const rule = { category: 'insurance', description: 'Cargo', basis: 'fixed', value: '50' }
  for (const id of [truckId, from])
    await client.post('/api/deduction-rules', { ...rule, truckId: id })
  const own = { ...rule, description: 'Only here', truckId: from }
  await client.post('/api/deduction-rules', own)
  const load = { ...makeSample('loads', 41), loadId: 'T', truckId: from }
  const { id } = (await client.post('/api/loads', load)).body
  const kept = await merge('trucks', from, { from: truckId })
  expect([kept.status, kept.body.message]).toEqual([
    409,
    "This truck has 1 settlement and can't be merged into another one.",
  ])
  expect((await merge('trucks', truckId, { from })).status).toBe(200)
  expect(await read(`loads/${id}`)).toMatchObject({ truckId })
  const rules = await client.get<Body[]>(`/api/deduction-rules?truckId=${truckId}`)
  expect(rules.body.map(({ description }) => description).toSorted()).toEqual([
    'Cargo',
    'Only here',
  ])
})
