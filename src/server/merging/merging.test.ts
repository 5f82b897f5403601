import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import {
  MERGED_NAMES,
  type Doubles,
  type MergedName,
  type MergeUse,
} from '#core/merging/merging.ts'
import type { Aging } from '#core/receivables/aging.ts'
import { listLinksTo } from '#core/tables.ts'
import { snakeCase } from '#server/database/values.ts'
import { findBrokenBilling } from '#server/testing/invoices/broken-billing.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { ownApp, type Body } from '#server/testing/test-app.ts'
import { DEDUCTION_COLUMNS, listMoved, ONCE } from './moved.ts'

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
  /** Settlements, payments, balances and logins keep their record too, which then can't be merged into another one. */
  const counted = [
    ...['billing.truckId', 'billing.driverId', 'expenses.truckId', 'statement_rule_sums.truckId'],
    ...['payouts.driverId', 'payouts.truckId', 'balance_entries.truckId'],
    ...['deduction_rules.driverId', 'members.driverId'],
  ]
  const kept = [...listKept('drivers'), ...listKept('trucks'), ...counted].map(snakeCase)
  const moved = MERGED_NAMES.flatMap(listMoved).map(({ table, column }) => `${table}.${column}`)
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and column_name in ('broker_id', 'driver_id', 'driver2_id', 'truck_id')
      and not (table_name = 'trucks' and column_name = 'truck_id')`.execute(database)
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...moved, ...kept].toSorted())
})

test('C502 What a record has once is named, so that a merge does not give it two', async () => {
  const places = MERGED_NAMES.flatMap(listMoved)
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select indrelid::regclass::text as "table", array(select attname::text from pg_attribute
      where attrelid = indrelid and attnum = any(indkey)) as columns
    from pg_index where indisunique`.execute(database)
  const once = rows.filter(({ table, columns }) =>
    places.some((place) => place.table === table && columns.includes(place.column)),
  )
  const tables = [...new Set(once.map(({ table }) => table))]
  expect(tables.filter((table) => !(table in ONCE))).toEqual([])
  expect(tables).toContain('packet_orders')
})

function listKept(list: MergedName): string[] {
  const links = listLinksTo(list, ({ keepsLinked }) => keepsLinked)
  return links.map(({ name, field }) => `${name}.${field}`)
}

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
  expect(use).toEqual({
    moves: ['1 load', '1 invoice', '1 payment received'],
    refusal: null,
    note: null,
  })

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
  const { version } = await read(`loads/${both}`)
  const { version: before } = await read(`loads/${second}`)
  expect((await merge('drivers', into, { from })).status).toBe(200)
  expect(await read(`trucks/${truckId}`)).toMatchObject({ driverId: into })
  expect(await read(`loads/${both}`)).toMatchObject({
    driverId: into,
    driver2Id: null,
    version: Number(version) + 1,
  })
  const moved = { driver2Id: into, version: Number(before) + 1 }
  expect(await read(`loads/${second}`)).toMatchObject(moved)
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

test('C558 Every column of a recurring deduction is compared', async () => {
  const { rows } = await sql<{ name: string }>`select column_name as name
    from information_schema.columns where table_schema = 'public' and table_name = 'deduction_rules'`.execute(
    database,
  )
  const own = ['user_id', 'id', 'truck_id', 'version', 'created_at', 'updated_at']
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...DEDUCTION_COLUMNS, ...own].toSorted())
})

test('C558 Deductions of other days and loans move with a truck; an equal deduction stays once', async () => {
  const { client, truckId } = carrier
  const from = (await client.post('/api/trucks', { ...makeSample('trucks', 8), truckId: '7' })).body
    .id
  const rule = { category: 'insurance', description: 'Cargo', basis: 'fixed', value: '250' }
  const loan = { ...rule, category: 'other', description: 'Loan', balance: 'loan', total: '20000' }
  const weekly = { ...rule, description: 'Same', frequency: 'week', firstDay: '2026-07-01' }
  const add = async (id: unknown, values: object) => {
    const made = await client.post('/api/deduction-rules', { ...values, truckId: id })
    expect(made.status).toBe(201)
  }
  await add(truckId, { ...rule, lastDay: '2026-06-30' })
  await add(from, { ...rule, firstDay: '2026-07-01' })
  for (const id of [truckId, from]) {
    await add(id, loan)
    await add(id, weekly)
  }
  expect((await merge('trucks', truckId, { from })).status).toBe(200)
  const { body } = await client.get<Body[]>(`/api/deduction-rules?truckId=${truckId}`)
  const found = body.map(({ description, firstDay }) => `${description} ${firstDay}`)
  expect(found.toSorted()).toEqual([
    'Cargo 2026-07-01',
    'Cargo null',
    'Loan null',
    'Loan null',
    'Same 2026-07-01',
  ])
})

test('C558 Two checks by hand both stay', async () => {
  const { brokerId, otherBrokerId, client } = carrier
  for (const id of [brokerId, otherBrokerId])
    await client.post(`/api/brokers/${id}/checks`, {
      day: '2026-11-20',
      result: 'active',
      note: null,
    })
  expect((await merge('brokers', brokerId, { from: otherBrokerId })).status).toBe(200)
  const { rows } = await sql`select from broker_checks
    where user_id = ${carrier.userId} and broker_id = ${brokerId}`.execute(database)
  expect(rows).toHaveLength(2)
})

async function restore(subject: string): Promise<number> {
  const trash = (await carrier.client.get<Body[]>('/api/trash')).body
  const found = trash.find((one) => one.subject === subject && one.label !== '7')
  return (await carrier.client.post(`/api/trash/${found?.id}/restore`)).status
}

test('C559 What is in the trash comes back with the broker, the driver and the truck that stay', async () => {
  const { client, truckId, brokerId, otherBrokerId } = carrier
  const make = async (list: string, values: object) =>
    (await client.post(`/api/${list}`, values)).body.id
  const fromTruck = await make('trucks', { ...makeSample('trucks', 8), truckId: '7' })
  const [driverId, fromDriver] = [
    await make('drivers', { ...makeSample('drivers', 3), name: 'Luis Ramirez' }),
    await make('drivers', { ...makeSample('drivers', 3), name: 'Luis R.' }),
  ]
  const use = { truckId: fromTruck, brokerId: otherBrokerId, driverId, driver2Id: fromDriver }
  const load = await make('loads', { ...makeSample('loads', 41), loadId: 'T', ...use })
  const rule = { category: 'insurance', description: 'Cargo', basis: 'fixed', value: '50' }
  const deduction = await make('deduction-rules', { ...rule, truckId: fromTruck })
  const date = '2026-10-09'
  const draft = await make('billing', { truckId: fromTruck, settlementDate: date })
  expect((await client.delete(`/api/billing/${draft}`)).status).toBe(204)
  expect((await client.delete(`/api/loads/${load}`)).status).toBe(204)
  expect((await client.delete(`/api/deduction-rules/${deduction}`)).status).toBe(204)
  expect((await merge('brokers', brokerId, { from: otherBrokerId })).status).toBe(200)
  expect((await merge('drivers', driverId, { from: fromDriver })).status).toBe(200)
  expect((await merge('trucks', truckId, { from: fromTruck })).status).toBe(200)
  expect([
    await restore('loads'),
    await restore('deduction_rules'),
    await restore('billing'),
  ]).toEqual([200, 200, 200])
  expect(await read(`loads/${load}`)).toMatchObject({
    truckId,
    brokerId,
    driverId,
    driver2Id: null,
  })
  expect(await read(`deduction-rules/${deduction}`)).toMatchObject({ truckId })
  expect(await read(`billing/${draft}`)).toMatchObject({ truckId, settlementDate: date })
})

test('C503 A number that a third broker has is not taken over, unless it was chosen', async () => {
  const { brokerId, otherBrokerId, userId } = carrier
  const third = await carrier.createBroker({ companyName: 'Third', dotNumber: '123' })
  await sql`alter table brokers disable trigger user`.execute(database)
  await sql`update brokers set dot_number = null
    where user_id = ${userId} and id = ${brokerId}`.execute(database)
  await sql`update brokers set dot_number = '123', old_double_dot = true
    where user_id = ${userId} and id = ${otherBrokerId}`.execute(database)
  await sql`alter table brokers enable trigger user`.execute(database)
  const chosen = await merge('brokers', brokerId, { from: otherBrokerId, take: ['dotNumber'] })
  expect([chosen.status, chosen.body.message]).toEqual([409, 'DOT Number 123 already exists'])
  const merged = await merge('brokers', brokerId, { from: otherBrokerId })
  expect([merged.status, merged.body.dotNumber]).toEqual([200, null])
  expect(await read(`brokers/${third}`)).toMatchObject({ dotNumber: '123' })
})

test('C561 A broker that is in the books under its name says that QuickBooks has two customers', async () => {
  const { client, otherBrokerId, userId } = carrier
  await carrier.createInvoice({ total: '1000', brokerId: otherBrokerId })
  const note = async () =>
    (await client.get<MergeUse>(`/api/brokers/${otherBrokerId}/merge`)).body.note
  expect(await note()).toBeNull()
  await sql`with batch as (
      insert into export_batches (user_id, format, first_day, last_day, records, debits, sha256, bytes, made_by)
      values (${userId}, 'iif', '2026-10-01', '2026-10-31', 1, 1000, 'a', 1, ${userId}) returning id)
    insert into export_entries (user_id, source, record_id, batch_id, day, group_name, figure)
    select ${userId}, 'receivable', entry.id, batch.id, '2026-10-02', 'Invoices', 1000
    from receivable_entries as entry, batch
    where entry.user_id = ${userId} and entry.broker_id = ${otherBrokerId}`.execute(database)
  const { companyName } = await read(`brokers/${otherBrokerId}`)
  expect(await note()).toBe(
    `Already exported under ${companyName}: merge the two customers in QuickBooks too.`,
  )
})
