/** Profit (SPEC C582–C588) and typed costs (SPEC C586). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import { costMessages } from '#core/profit/costs.ts'
import type { ProfitDetails, RateBefore } from '#core/profit/details.ts'
import { PROFIT_VIEWS, profitMessages, type Profit } from '#core/profit/profit.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const NOVEMBER = 'from=2026-11-01&to=2026-11-30'
const FEE = { description: 'Dispatch fee', basis: 'percent', value: '12' }

async function readProfit(me: Client, by: string, days = NOVEMBER): Promise<Profit> {
  const { status, body } = await me.get<Profit>(`/api/profit?by=${by}&${days}`)
  expect(status).toBe(200)
  return body
}

/** Ann's truck with one load: billed 3,000, of which 2,800 pay her, and a settlement with a fee of 12 %. */
async function haulForAnn() {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId } = carrier
  await carrier.createRule({ ...FEE, truckId })
  const load = await carrier.createLoad('2026-11-20', '2800')
  const charges = [
    { kind: 'line-haul', amount: '2800.00' },
    { kind: 'lumper', amount: '200.00', ownerShare: 'none' },
  ]
  expect((await client.put(`/api/loads/${load.id}/charges`, { charges })).status).toBe(200)
  return { ...carrier, load }
}

const addCost = async (me: Client, values: object): Promise<Body> => {
  const cost = { startsOn: '2026-11-18', category: 'other', ...values }
  const { status, body } = await me.post('/api/costs', cost)
  expect([status, body]).toEqual([201, expect.anything()])
  return body
}

test('C583 Billed 3,000 with 2,800 for the owner, 12 %, a lumper of 200 and insurance at 350 for 300 leave 386', async () => {
  const { client, truckId, load, ...carrier } = await haulForAnn()
  const settlement = await carrier.settle('2026-11-20', { fuel: '600.00', insurance: '350.00' })
  expect(settlement.totalExpenses).toBe('1286.00')
  await addCost(client, { truckId, category: 'lumper', amount: '200.00' })
  await addCost(client, {
    truckId,
    category: 'insurance',
    amount: '300.00',
    chargedBack: '350.00',
  })
  const figures = {
    ...{ gross: '3000.00', paid: '2800.00', kept: '336.00', chargedBack: '350.00' },
    ...{ costs: '500.00', margin: '386.00', marginPercent: 12.9, notSettled: 0 },
  }
  const byTruck = await readProfit(client, 'truck')
  expect(byTruck.rows).toMatchObject([figures])
  const byOwner = await readProfit(client, 'owner')
  expect(byOwner.rows).toMatchObject([{ label: 'Ann', ...figures }])
  await carrier.approve(settlement.id)
  expect((await readProfit(client, 'owner')).total).toMatchObject(figures)
  await carrier.voidStatement(settlement.id)
  expect((await readProfit(client, 'owner')).total).toMatchObject({ kept: '0.00', notSettled: 1 })
  expect(load.id).toBeGreaterThan(0)
})

test('C583 A fee of a week is shared out among its loads; a load of another month takes its part along', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId } = carrier
  await carrier.createRule({ ...FEE, truckId })
  for (const [deliveryDate, revenue] of [
    ['2026-10-31', '1000.01'],
    ['2026-11-01', '1000.01'],
    ['2026-11-02', '1000.01'],
  ] as const)
    await carrier.createLoad('2026-11-06', revenue, { pickupDate: '2026-10-30', deliveryDate })
  await carrier.settle('2026-11-06')
  const [october, november] = await Promise.all([
    readProfit(client, 'truck', 'from=2026-10-01&to=2026-10-31'),
    readProfit(client, 'truck'),
  ])
  // 12 % of 3,000.03 is 360.00.
  expect([october.total.kept, november.total.kept]).toEqual(['120.00', '240.00'])
})

test('C583 A flat fee counts by settlement date, extra pay costs the carrier, a loan is no fee', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId } = carrier
  await carrier.createRule({ truckId, value: '45', description: 'ELD' })
  await carrier.createRule({ truckId, value: '99', balance: 'loan', total: '500' })
  await carrier.createRule({ truckId, value: '70', category: 'insurance' })
  await carrier.createRule({ truckId, value: '20', kind: 'extra-pay', extraPay: 'bonus' })
  await carrier.createLoad('2026-12-04', '1000', { deliveryDate: '2026-11-30' })
  await carrier.settle('2026-12-04')
  const november = await readProfit(client, 'owner')
  const december = await readProfit(client, 'owner', 'from=2026-12-01&to=2026-12-31')
  expect(november.total).toMatchObject({ gross: '1000.00', paid: '1000.00', kept: '0.00' })
  expect(december.total).toMatchObject({ gross: '0.00', kept: '45.00', paid: '20.00', loads: 0 })
  expect(december.total.margin).toBe('25.00')
})

test('C583 A company truck earns its revenue less driver pay, card purchases and costs', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId } = carrier
  const driverId = await carrier.addDriver('Dee')
  await carrier.assignDriver(driverId)
  await carrier.createRule({ truckId, basis: 'percent', value: '70', description: 'Carrier' })
  await carrier.createLoad('2026-11-20', '2000', { driverId })
  const open = await readProfit(client, 'driver')
  expect(open.rows).toMatchObject([{ label: 'Dee', paid: '0.00', notSettled: 1 }])
  await carrier.settle('2026-11-20')
  await buy(client, { truckId, driverId, net: '411.37' })
  await buy(client, { truckId: null, driverId: null, net: '50.00' })
  await addCost(client, { truckId, amount: '88.63' })
  const { rows, total, purchasesWithoutTruck } = await readProfit(client, 'truck')
  // 2,000 − 600 for the driver − 411.37 − 88.63
  expect(rows).toMatchObject([{ paid: '2000.00', kept: '1400.00', costs: '500.00' }])
  expect([total.margin, purchasesWithoutTruck]).toEqual(['900.00', 1])
  const byDriver = await readProfit(client, 'driver')
  expect(byDriver.rows).toMatchObject([{ label: 'Dee', margin: '988.63' }])
  expect(byDriver.notAssigned.margin).toBe('-88.63')
  // With a lease, the purchases of that day are the owner's.
  const lease = { truckId, ownerId: carrier.ann, startsOn: '2026-01-01', pay: 'percent' }
  await client.post('/api/leases', { ...lease, rate: '88', confirmed: ['ownerId'] })
  expect((await readProfit(client, 'truck')).total.costs).toBe('88.63')
})

let purchases = 0
type Bought = { truckId: number | null; driverId: number | null; net: Amount; day?: string }

async function buy(me: Client, bought: Bought): Promise<void> {
  const { id: userId } = await readAccount(me)
  const { truckId, driverId, net, day = '2026-11-19' } = bought
  const imported = await sql<{ id: number }>`
    insert into card_imports (user_id, provider, file_name, sha256, rows, total, made_by)
    values (${userId}, 'efs', 'a.csv', 'x', 1, ${net}, ${userId}) returning id`.execute(database)
  await sql`insert into card_purchases (user_id, import_id, line, provider, key, item, card, card_kind, day, kind, retail, discount, net,
      truck_id, driver_id, found_by)
    values (${userId}, ${imported.rows[0]?.id}, 2, 'efs', ${`k${++purchases}`}, '1', '0541', 'card', ${day}, 'diesel', ${net}, 0, ${net},
      ${truckId}, ${driverId}, ${truckId === null ? null : 'card'})`.execute(database)
}

async function readAccount(me: Client): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`select user_id as id from loads
    where id = ${(await me.get<Body[]>('/api/loads')).body[0]?.id}`.execute(database)
  return rows[0] ?? { id: '' }
}

/** Numbers that are the same in every run. */
function makeRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('C582 C585 Whatever an account has, the rows of every view and what is not assigned add up to its total', async () => {
  const random = makeRandom(582)
  const carrier = await createCarrierWithOwners(app)
  const { client } = carrier
  const pick = <Of>(of: readonly Of[]): Of => of[random(of.length)] as Of
  const make = async (entity: Parameters<typeof makeSample>[0], n: number) =>
    (await client.post(`/api/${entity}`, makeSample(entity, n))).body.id
  const trucks: (number | null)[] = [carrier.truckId, null]
  for (const ownerId of [carrier.bob, null, null]) {
    const truck = await carrier.createTruck()
    if (ownerId) await carrier.changeTruck(truck, { ownerId, driverId: null })
    trucks.push(truck)
  }
  const drivers = [null, await make('drivers', 1), await make('drivers', 2)]
  const brokers = [null, await make('brokers', 1), await make('brokers', 2)]
  const dispatchers = [null, await make('dispatchers', 1)]
  await carrier.createRule({ ...FEE, value: '12.37', truckId: null })
  await carrier.createRule({ value: '33.33', truckId: null })
  const settled = new Set<string>()
  for (let n = 0; n < 60; n++) {
    const settlementDate = pick(['2026-11-06', '2026-11-13', '2026-11-20', null])
    const truckId = pick(trucks)
    const { id } = await carrier.createLoad(settlementDate as string, amountUpTo(3_000_00), {
      truckId,
      driverId: pick(drivers),
      brokerId: pick(brokers),
      dispatcherId: pick(dispatchers),
      pickupDate: '2026-10-25',
      deliveryDate: addDays('2026-10-28', random(36)),
      pickupState: pick(['TX', 'GA']),
      pickupCity: pick(['Dallas', 'DALLAS ', 'Macon', null]),
      miles: pick(['0', '781', '64.5']),
      emptyMiles: pick(['0', '12.25']),
    })
    expect(id).toBeGreaterThan(0)
    if (truckId && settlementDate && random(4)) settled.add(`${truckId} ${settlementDate}`)
  }
  for (const key of settled) {
    const [truckId, settlementDate] = key.split(' ')
    const draft = { truckId: Number(truckId), settlementDate, startFromDefaults: true }
    const { body } = await client.post('/api/billing', draft)
    if (random(2)) await client.post(`/api/billing/${body.id}/approve`, {})
  }
  for (let n = 0; n < 12; n++) {
    const endsOn = random(2) ? addDays('2026-11-05', random(20)) : null
    await addCost(client, {
      ...{ startsOn: '2026-11-05', endsOn, amount: amountUpTo(900_00) },
      ...{ truckId: pick(trucks), driverId: pick(drivers) },
      chargedBack: pick([null, amountUpTo(300_00)]),
    })
  }
  for (const truckId of trucks)
    if (truckId) await buy(client, { truckId, driverId: pick(drivers), net: '77.77' })

  const views = await Promise.all(PROFIT_VIEWS.map(({ value }) => readProfit(client, value)))
  const expected = await addUpByHand(client)
  for (const { by, rows, notAssigned, total } of views) {
    expect([by, pickSums(total)]).toEqual([by, expected])
    for (const name of [
      'gross',
      'paid',
      'kept',
      'chargedBack',
      'costs',
      'margin',
      'miles',
    ] as const)
      expect([by, name, toAmount(addUp([...rows, notAssigned].map((row) => row[name])))]).toEqual([
        by,
        name,
        total[name],
      ])
    const loads = [...rows, notAssigned].reduce((sum, row) => sum + row.loads, 0)
    expect(loads).toBe(total.loads)
  }
  // Weeks add up to the month: no load and no cost counts twice, none is lost.
  const weeks = await Promise.all(
    [1, 8, 15, 22, 29].map((first) =>
      readProfit(client, 'truck', `from=${dayOf(first)}&to=${dayOf(Math.min(first + 6, 30))}`),
    ),
  )
  const byWeek = toAmount(addUp(weeks.map(({ total }) => total.margin)))
  expect(byWeek).toBe(expected.margin)

  // What is behind a row adds up to its figure.
  for (const view of views) {
    for (const row of [...view.rows, { ...view.notAssigned, key: 'none' }]) {
      const search = new URLSearchParams({
        by: view.by,
        from: view.from,
        to: view.to,
        key: row.key,
      })
      const { body } = await client.get<ProfitDetails>(`/api/profit/details?${search}`)
      const margins = [...body.loads, ...body.items].map(({ margin }) => margin)
      expect([view.by, row.key, body.loadCount, toAmount(addUp(margins))]).toEqual([
        ...[view.by, row.key, row.loads, row.margin],
      ])
    }
  }

  function amountUpTo(cents: number): Amount {
    return toAmount(BigInt(1 + random(cents)))
  }
})

const dayOf = (date: number) => `2026-11-${String(date).padStart(2, '0')}`

function pickSums({ gross, paid, kept, chargedBack, costs, margin, loads }: Profit['total']) {
  return { gross, paid, kept, chargedBack, costs, margin, loads }
}

/** The total of November, added up from tables by another way than the screen's. */
async function addUpByHand(me: Client) {
  const { id: userId } = await readAccount(me)
  const { rows } = await sql<
    Record<'gross' | 'paid' | 'fees' | 'flat' | 'costs' | 'back' | 'cards', string> & {
      loads: number
    }
  >`
    with hauled as (
      select load.*, billing.id as billing_id, billing.driver_id as paid_driver, truck.owner_id as truck_owner
      from loads as load left join trucks as truck on truck.user_id = load.user_id and truck.id = load.truck_id
        left join billing on billing.user_id = load.user_id and billing.truck_id = load.truck_id
          and billing.settlement_date = load.settlement_date
      where load.user_id = ${userId} and load.delivery_date between '2026-11-01' and '2026-11-30')
    select count(*)::int as loads, sum(revenue) as gross,
      sum(revenue) filter (where billing_id is not null or truck_owner is not null) as paid,
      (select sum(amount) from expenses where user_id = ${userId} and basis = 'percent') as fees,
      (select coalesce(sum(amount), 0.00) from expenses where user_id = ${userId} and basis = 'fixed') as flat,
      (select sum(amount) from costs where user_id = ${userId}) as costs,
      (select coalesce(sum(charged_back), 0.00) from costs where user_id = ${userId}) as back,
      (select sum(net) from card_purchases as bought join trucks on trucks.user_id = ${userId} and trucks.id = bought.truck_id
        where bought.user_id = ${userId} and owner_id is null) as cards
    from hauled`.execute(database)
  const [sums] = rows
  if (!sums) throw new Error('Nothing was added up')
  const kept = toCents(sums.flat) + toCents(sums.fees) - (await feesOutside(userId))
  const costs = toCents(sums.costs) + toCents(sums.cards)
  const margin = toCents(sums.gross) - toCents(sums.paid) + kept + toCents(sums.back) - costs
  return {
    gross: sums.gross,
    paid: sums.paid,
    kept: toAmount(kept),
    chargedBack: sums.back,
    costs: toAmount(costs),
    margin: toAmount(margin),
    loads: sums.loads,
  }
}

/** The parts of fees that loads delivered outside of November bear, each fee shared out in the order of the loads. */
async function feesOutside(userId: string): Promise<bigint> {
  type Row = { billingId: number; fee: string; revenue: string; isOutside: boolean }
  const { rows } = await sql<Row>`
    select billing.id as billing_id, line.amount as fee, load.revenue,
      load.delivery_date not between '2026-11-01' and '2026-11-30' as is_outside
    from billing join expenses as line on line.user_id = billing.user_id and line.billing_id = billing.id and line.basis = 'percent'
      join loads as load on load.user_id = billing.user_id and load.truck_id = billing.truck_id
        and load.settlement_date = billing.settlement_date
    where billing.user_id = ${userId} order by billing.id, load.id`.execute(database)
  let outside = 0n
  for (const loads of Map.groupBy(rows, ({ billingId }) => billingId).values()) {
    const total = addUp(loads.map(({ revenue }) => revenue))
    const fee = toCents(loads[0]?.fee ?? '0.00')
    let until = 0n
    let given = 0n
    for (const { revenue, isOutside } of loads) {
      until += toCents(revenue)
      const upTo = (fee * until * 2n + total) / (total * 2n)
      if (isOutside) outside += upTo - given
      given = upTo
    }
  }
  return outside
}

test('C582 The days of a period are checked', async () => {
  const me = await signUp(app)
  for (const [days, field, message] of [
    ['from=2026-11-02&to=2026-11-01', 'to', profitMessages.order],
    ['from=2025-11-01&to=2026-11-02', 'to', profitMessages.tooLong],
    ['from=2026-02-30&to=2026-11-02', 'from', /valid|date/i],
    ['to=2026-11-02', 'from', /required/],
  ] as const) {
    const { status, body } = await me.get<{ fields: Record<string, string[]> }>(
      `/api/profit?by=truck&${days}`,
    )
    expect([days, status]).toEqual([days, 400])
    expect(body.fields[field]?.[0]).toMatch(message)
  }
  expect((await me.get(`/api/profit?by=color&${NOVEMBER}`)).status).toBe(400)
  expect((await me.get(`/api/profit?by=truck&from=2025-11-01&to=2026-11-01`)).status).toBe(200)
})

test('C582 The report has the rows and the total, as the screen', async () => {
  const { client } = await haulForAnn()
  const { status, text } = await client.get(`/api/profit.csv?by=owner&${NOVEMBER}`)
  expect(status).toBe(200)
  const [head, ...lines] = text.trim().split('\r\n')
  expect(head).toContain('Owner,From,To,Gross,Loads')
  expect(lines.map((line) => line.split(',').slice(0, 5).join(' '))).toEqual([
    'Ann 2026-11-01 2026-11-30 3000.00 1',
    'Total 2026-11-01 2026-11-30 3000.00 1',
  ])
})

test('C586 A cost is for a day or a period', async () => {
  const me = await signUp(app)
  const cost = { startsOn: '2026-11-02', category: 'insurance', amount: '900', note: 'Policy 7' }
  expect(await addCost(me, cost)).toMatchObject({
    amount: '900.00',
    endsOn: null,
    truckId: null,
    chargedBack: null,
    behavior: 'variable',
  })
  const wrong = await me.post<{ fields: object }>('/api/costs', { ...cost, endsOn: '2026-11-01' })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { endsOn: [costMessages.endsEarly] }])
})

test('C586 A truck or a driver with costs is kept', async () => {
  const me = await signUp(app)
  const truckId = (await me.post('/api/trucks', makeSample('trucks'))).body.id
  const { id } = await addCost(me, { truckId, amount: '1.00' })
  const { status, text } = await me.delete(`/api/trucks/${truckId}`)
  expect([status, text]).toEqual([409, expect.stringContaining('has 1 cost and')])
  expect((await me.delete(`/api/costs/${id}`)).status).toBe(204)
  expect((await me.delete(`/api/trucks/${truckId}`)).status).toBe(204)
})

test('C588 A load is compared with what a mile brought in the 13 weeks before', async () => {
  const me = await signUp(app)
  const add = async (n: number, deliveryDate: string, values: object) =>
    me.post('/api/loads', { ...makeSample('loads', n), deliveryDate, ...values })
  await add(1, '2026-11-19', { revenue: '3000', miles: '900', emptyMiles: '100' })
  await add(2, '2026-08-21', { revenue: '1000', miles: '1000', emptyMiles: '0' })
  await add(3, '2026-11-19', { revenue: '9000', miles: '0', emptyMiles: '50' })
  await add(4, '2026-08-20', { revenue: '9000', miles: '1' })
  await add(5, '2026-11-20', { revenue: '9000', miles: '1' })
  const { body } = await me.get<RateBefore>('/api/profit/rate-before?before=2026-11-20')
  expect(body).toEqual({ from: '2026-08-21', to: '2026-11-19', perMile: '2.00' })
})

test('C589 Who sees settlements sees profit and costs; dispatchers, safety and portal roles do not', async () => {
  const { client, truckId } = await haulForAnn()
  const cost = { truckId, startsOn: '2026-11-02', category: 'other', amount: '1.00' }
  const paths = [
    `/api/profit?by=truck&${NOVEMBER}`,
    `/api/profit/details?by=truck&key=none&${NOVEMBER}`,
    '/api/profit/rate-before?before=2026-11-20',
    '/api/costs',
  ]
  for (const [role, status] of [
    ['accounting', 200],
    ['dispatcher', 403],
    ['safety', 403],
    ['viewer', 403],
  ] as const) {
    const member = await inviteMember(app, client, role)
    const statuses = await Promise.all(paths.map(async (path) => (await member.get(path)).status))
    expect([role, ...statuses]).toEqual([role, ...paths.map(() => status)])
    const added = (await member.post('/api/costs', cost)).status
    expect([role, added]).toEqual([role, status === 200 ? 201 : 403])
  }
})

test('C589 Another account’s loads and costs are in no figure', async () => {
  const { client, truckId } = await haulForAnn()
  await addCost(client, { truckId, amount: '5.00' })
  const stranger = await signUp(app)
  const { rows, total, before } = await readProfit(stranger, 'truck')
  expect([rows, total.gross, total.costs, before.gross]).toEqual([[], '0.00', '0.00', '0.00'])
})
