import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { addDays, monthsUntil } from '#core/calendar.ts'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import { listToDo } from '#core/dashboard/to-do.ts'
import { countOpenWork, type OpenWork } from '#core/settlements/run/open-weeks.ts'
import { makeSample } from '#server/testing/samples.ts'
import { ownApp, signUp } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'
/** A Friday. Its week is the 15th to the 21st. */
const today = '2026-11-20'

/** The first days of the twelve months up to today's. */
const MONTHS = monthsUntil(today, 12)

test('B34 The figures of an empty account are zero, without a comparison', async () => {
  const me = await signUp(app)
  const { status, body } = await me.get<Dashboard>(`/api/dashboard?today=${today}`)
  const none = {
    thisWeek: '0.00',
    thisMonth: '0.00',
    yearToDate: '0.00',
    lastMonth: '0.00',
    percentChange: null,
  }
  expect(status).toBe(200)
  expect(body).toEqual({
    trucks: { active: 0, total: 0 },
    drivers: { active: 0, total: 0 },
    loads: { deliveredThisWeek: 0, total: 0 },
    settlementsToGenerate: 0,
    revenue: none,
    expenses: none,
    extraPay: none,
    months: MONTHS.map((month) => ({ ...month, revenue: '0.00', expenses: '0.00' })),
    pendingBol: { count: 0, amount: '0.00', loads: [] },
    unpaid: { count: 0, amount: '0.00', loads: [] },
    toDo: {
      withoutTruck: 0,
      withoutBol: 0,
      notSettled: 0,
      toPrepare: 0,
      drafts: 0,
      held: 0,
      statementsToPay: 0,
      overdue: 0,
      expiringLicenses: 0,
    },
    hasSample: false,
  })
})

test('B34 B35 Totals are of full calendar periods, by delivery and settlement date', async () => {
  const me = await signUp(app)
  const truckId = (await me.post('/api/trucks', makeSample('trucks'))).body.id
  await me.post('/api/trucks', { ...makeSample('trucks', 2), status: 'inactive' })
  await me.post('/api/drivers', makeSample('drivers'))
  const delivered = [
    '2025-12-31',
    '2026-01-01',
    '2026-10-31',
    '2026-11-01',
    '2026-11-14',
    '2026-11-15',
    '2026-11-21',
    '2026-11-22',
    '2026-12-31',
    '2027-01-01',
  ]
  for (const [index, deliveryDate] of delivered.entries()) {
    const load = {
      ...makeSample('loads', index),
      deliveryDate,
      settlementDate: deliveryDate,
      truckId,
      revenue: '100.01',
    }
    const response = await me.post('/api/loads', {
      ...load,
      bolStatus: 'received',
      paymentStatus: index < 6 ? 'unpaid' : 'paid',
    })
    expect(response.status).toBe(201)
  }
  await me.post('/api/billing', { truckId, settlementDate: '2026-10-31', fuel: '200' })
  await me.post('/api/billing', {
    truckId,
    settlementDate: '2026-11-21',
    fuel: '50',
    tolls: '-0.01',
  })
  const { body } = await me.get<Dashboard>(`/api/dashboard?today=${today}`)
  expect(body).toMatchObject({
    trucks: { active: 1, total: 2 },
    drivers: { active: 1, total: 1 },
    loads: { deliveredThisWeek: 2, total: 10 },
    settlementsToGenerate: 2,
    revenue: {
      thisWeek: '200.02',
      thisMonth: '500.05',
      yearToDate: '800.08',
      lastMonth: '100.01',
      percentChange: 400,
    },
    expenses: {
      thisWeek: '49.99',
      thisMonth: '49.99',
      yearToDate: '249.99',
      lastMonth: '200.00',
      percentChange: -75,
    },
    pendingBol: { count: 0, loads: [] },
  })
  expect(body.months.map(({ from, to }) => ({ from, to }))).toEqual(MONTHS)
  expect(body.months.filter(({ revenue, expenses }) => revenue + expenses !== '0.000.00')).toEqual([
    { from: '2025-12-01', to: '2025-12-31', revenue: '100.01', expenses: '0.00' },
    { from: '2026-01-01', to: '2026-01-31', revenue: '100.01', expenses: '0.00' },
    { from: '2026-10-01', to: '2026-10-31', revenue: '100.01', expenses: '200.00' },
    { from: '2026-11-01', to: '2026-11-30', revenue: '500.05', expenses: '49.99' },
  ])
  expect(body.unpaid.count).toBe(6)
  expect(body.unpaid.loads).toHaveLength(5)
  expect(body.unpaid.loads[0]).toEqual({
    id: expect.any(Number),
    loadId: 'L-5',
    truckNumber: 'T-1',
    broker: null,
    revenue: '100.01',
    since: '2026-11-15',
  })
  expect(body.unpaid.amount).toBe('600.06')
})

test('C63 C467 Each count of the to-do list equals the count of the list that it opens', async () => {
  const me = await signUp(app)
  const truckId = (await me.post('/api/trucks', makeSample('trucks'))).body.id
  const brokerId = (await me.post('/api/brokers', makeSample('brokers'))).body.id
  for (const [days, status] of [
    [0, 'active'],
    [30, 'active'],
    [31, 'active'],
    [-5, 'active'],
    [5, 'inactive'],
  ] as const) {
    const licenseExpiration = addDays(today, days)
    await me.post('/api/drivers', { ...makeSample('drivers'), licenseExpiration, status })
  }
  const open = { deliveryStatus: 'delivered', paymentStatus: 'unpaid', bolStatus: 'pending' }
  const done = { ...open, paymentStatus: 'paid', bolStatus: 'received' }
  for (const [index, load] of [
    { ...open, truckId, brokerId, settlementDate: null, deliveryDate: addDays(today, -31) },
    { ...open, truckId, settlementDate: null, deliveryDate: addDays(today, -30) },
    { ...done, truckId, settlementDate: '2026-11-13', deliveryDate: addDays(today, -40) },
    { ...done, settlementDate: '2026-11-20' },
    { ...open, deliveryStatus: 'scheduled', truckId: null, deliveryDate: null },
    { ...open, deliveryStatus: 'in_transit', truckId: null },
    { ...done, truckId, settlementDate: '2026-11-20' },
    {
      ...done,
      truckId,
      paymentStatus: 'overdue',
      settlementDate: '2026-11-20',
      deliveryDate: addDays(today, -45),
    },
  ].entries()) {
    const response = await me.post('/api/loads', { ...makeSample('loads', index), ...load })
    expect(response.status).toBe(201)
  }
  for (const settlementDate of ['2026-11-13', '2026-11-20'])
    await me.post('/api/billing', { truckId, settlementDate })
  const [, first] = (await me.get<{ id: number }[]>('/api/billing')).body
  // A hold from long before is found too.
  const heldDate = { truckId, settlementDate: '2025-11-07' }
  const held = (await me.post('/api/billing', heldDate)).body.id
  expect((await me.post(`/api/billing/${held}/hold`, { reason: 'Claim' })).status).toBe(200)
  await me.post(`/api/billing/${first?.id}/approve`, {})

  const second = (await me.post('/api/trucks', makeSample('trucks', 2))).body.id
  for (const [index, settlementDate] of ['2026-11-13', '2026-11-20', '2026-11-21'].entries()) {
    const load = { ...makeSample('loads', 100 + index), ...done, truckId: second, settlementDate }
    expect((await me.post('/api/loads', load)).status).toBe(201)
  }

  const { body } = await me.get<Dashboard>(`/api/dashboard?today=${today}`)
  expect(body.toDo).toEqual({
    withoutTruck: 2,
    withoutBol: 2,
    notSettled: 2,
    toPrepare: 2,
    drafts: 1,
    held: 1,
    statementsToPay: 1,
    overdue: 2,
    expiringLicenses: 3,
  })
  // The run, which shows one week, has the same numbers as the sidebar.
  const { weeks, toPay } = (await me.get<OpenWork>(`/api/settlements/open-work?today=${today}`))
    .body
  expect(countOpenWork({ weeks, toPay, missingTaxIds: 0 })).toMatchObject({
    run: body.toDo.toPrepare + body.toDo.drafts,
    statements: body.toDo.statementsToPay,
  })
  for (const { name, count, address } of listToDo(body.toDo, today)) {
    if (name === 'toPrepare') continue
    const path = address.replace('/settlements/statements', '/statements').replace('?', '/count?')
    expect((await me.get(`/api${path}`)).body, address).toEqual({ count })
  }
  expect(body.unpaid.loads.at(-1)).toMatchObject({
    broker: 'Landstar',
    since: addDays(today, -31),
  })
})

test('C63 Indexes serve the to-do list, whatever the number of loads', async () => {
  const plans = await database.transaction().execute(async (work) => {
    await sql`set local enable_seqscan = off`.execute(work)
    await sql`set local enable_bitmapscan = off`.execute(work)
    const conditions = [
      "payment_status in ('unpaid', 'pending')",
      "bol_status in ('pending', 'not-received')",
      "truck_id is null and delivery_status <> 'delivered'",
      "delivery_status = 'delivered' and settlement_date is null and settled_elsewhere = 'no'",
    ]
    const explained = conditions.map((condition) =>
      sql`explain select count(*) from loads where user_id = ${NO_ACCOUNT}::uuid
        and ${sql.raw(condition)}`.execute(work),
    )
    return Promise.all(explained)
  })
  const names = plans.map(({ rows }) => /loads_\w+_idx/.exec(JSON.stringify(rows))?.[0])
  expect(names).toEqual([
    ...['loads_unpaid_idx', 'loads_pending_bol_idx'],
    ...['loads_without_truck_idx', 'loads_not_settled_idx'],
  ])
})

test.each(['', '?today=2026-02-30', '?today=now'])(
  'B34 The dashboard with the query "%s" is a 400',
  async (query) => {
    const me = await signUp(app)
    expect((await me.get(`/api/dashboard${query}`)).status).toBe(400)
  },
)
