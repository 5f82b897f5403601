/** Profit (SPEC C582–C588) and typed costs (SPEC C586). */
import { expect, test } from 'vitest'
import { costMessages } from '#core/profit/costs.ts'
import type { ProfitDetails, RateBefore } from '#core/profit/details.ts'
import { profitMessages } from '#core/profit/profit.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { addCost, buy, NOVEMBER, fetchProfit } from '#server/testing/profit.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const FEE = { description: 'Dispatch fee', basis: 'percent', value: '12' }

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
    gross: '3000.00',
    paid: '2800.00',
    kept: '336.00',
    chargedBack: '350.00',
    costs: '500.00',
    margin: '386.00',
    marginPercent: 12.9,
    notSettled: 0,
  }
  const byTruck = await fetchProfit(client, 'truck')
  expect(byTruck.rows).toMatchObject([figures])
  const byOwner = await fetchProfit(client, 'owner')
  expect(byOwner.rows).toMatchObject([{ label: 'Ann', ...figures }])
  await carrier.approve(settlement.id)
  expect((await fetchProfit(client, 'owner')).total).toMatchObject(figures)
  await carrier.voidStatement(settlement.id)
  expect((await fetchProfit(client, 'owner')).total).toMatchObject({ kept: '0.00', notSettled: 1 })
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
    fetchProfit(client, 'truck', 'from=2026-10-01&to=2026-10-31'),
    fetchProfit(client, 'truck'),
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
  const november = await fetchProfit(client, 'owner')
  const december = await fetchProfit(client, 'owner', 'from=2026-12-01&to=2026-12-31')
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
  const open = await fetchProfit(client, 'driver')
  expect(open.rows).toMatchObject([{ label: 'Dee', paid: '0.00', notSettled: 1 }])
  await carrier.settle('2026-11-20')
  await buy(database, client, { truckId, driverId, net: '411.37' })
  await buy(database, client, { truckId: null, driverId: null, net: '50.00' })
  await addCost(client, { truckId, amount: '88.63' })
  const { rows, total, purchasesWithoutTruck } = await fetchProfit(client, 'truck')
  // 2,000 − 600 for the driver − 411.37 − 88.63
  expect(rows).toMatchObject([{ paid: '2000.00', kept: '1400.00', costs: '500.00' }])
  expect([total.margin, purchasesWithoutTruck]).toEqual(['900.00', 1])
  const byDriver = await fetchProfit(client, 'driver')
  expect(byDriver.rows).toMatchObject([{ label: 'Dee', margin: '988.63' }])
  expect(byDriver.notAssigned.margin).toBe('-88.63')
  // With a lease, the purchases of that day are the owner's.
  const lease = { truckId, ownerId: carrier.ann, startsOn: '2026-01-01', pay: 'percent' }
  await client.post('/api/leases', { ...lease, rate: '88', confirmed: ['ownerId'] })
  expect((await fetchProfit(client, 'truck')).total.costs).toBe('88.63')
})

test('C583 A purchase on a settlement counts with its cost and its charge; one that the lease does not charge is a cost', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId, ann } = carrier
  const lease = { truckId, ownerId: ann, startsOn: '2026-01-01', pay: 'percent', rate: '88' }
  const terms = [
    { kind: 'fuel', charge: 'cost-plus', percent: '10' },
    { kind: 'scale', charge: 'none' },
  ]
  expect((await client.post('/api/leases', { ...lease, terms })).status).toBe(201)
  await carrier.createLoad('2026-11-20', '1000')
  await buy(database, client, { truckId, driverId: null, net: '200.00', kind: 'diesel' })
  await buy(database, client, { truckId, driverId: null, net: '12.50', kind: 'scale' })
  expect((await fetchProfit(client, 'owner')).total).toMatchObject({
    costs: '12.50',
    chargedBack: '0.00',
  })
  await carrier.settle('2026-11-20')
  const { total, rows } = await fetchProfit(client, 'owner')
  expect(total).toMatchObject({
    paid: '1000.00',
    chargedBack: '220.00',
    costs: '212.50',
    margin: '7.50',
  })
  expect(rows).toMatchObject([{ label: 'Ann', margin: '7.50' }])
})

test('C583 Fuel of a company truck stays a cost once the truck is sold, and the fuel of an owner is none before its settlement', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId } = carrier
  const company = await carrier.createTruck()
  const driverId = await carrier.addDriver('Dee')
  await carrier.changeTruck(company, { driverId, ownerId: null })
  await carrier.createLoad('2026-11-20', '1000', { truckId: company })
  await carrier.settle('2026-11-20', { truckId: company })
  await carrier.createLoad('2026-11-20', '1000')
  await carrier.settle('2026-11-20')
  await buy(database, client, { truckId: company, driverId: null, net: '411.37' })
  await buy(database, client, { truckId, driverId: null, net: '593.67' })
  await carrier.changeTruck(company, { ownerId: carrier.bob, driverId: null })
  await carrier.changeTruck(truckId, { ownerId: null, driverId })
  const { total, rows, purchasesUnclear } = await fetchProfit(client, 'truck')
  expect([total.costs, total.chargedBack, purchasesUnclear]).toEqual(['411.37', '0.00', 0])
  expect(rows.map(({ costs }) => costs).toSorted()).toEqual(['0.00', '411.37'])
  expect((await fetchProfit(client, 'owner')).notAssigned.costs).toBe('411.37')
})

test('C583 Fuel of a truck that changed hands in between is not counted, and said to be missing', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId } = carrier
  await carrier.createLoad('2026-11-06', '1000')
  await carrier.settle('2026-11-06')
  await carrier.assignDriver(await carrier.addDriver('Dee'))
  await buy(database, client, { truckId, driverId: null, net: '593.67' })
  const { total, purchasesUnclear } = await fetchProfit(client, 'truck')
  expect([total.costs, purchasesUnclear]).toEqual(['0.00', 1])
})

test('C583 C596 A load without a delivery day counts by settlement date, in every view and behind its row', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId } = carrier
  const { id } = await carrier.createLoad('2026-11-20', '2000', { deliveryDate: null })
  for (const by of ['truck', 'owner', 'lane'])
    expect((await fetchProfit(client, by)).total).toMatchObject({
      gross: '2000.00',
      loads: 1,
      withoutDay: 1,
    })
  const { body } = await client.get<ProfitDetails>(
    `/api/profit/details?by=truck&key=${truckId}&${NOVEMBER}`,
  )
  expect(body.loads).toMatchObject([{ id, deliveryDate: '2026-11-20' }])
  expect((await fetchProfit(client, 'truck', 'from=2026-12-01&to=2026-12-31')).total.loads).toBe(0)
})

test('C583 C586 What a statement of a driver deducted for an advance is typed as charged back', async () => {
  const carrier = await createCarrierWithOwners(app)
  const { client, truckId } = carrier
  await carrier.assignDriver(await carrier.addDriver('Dee'))
  await carrier.createLoad('2026-11-20', '1000')
  await buy(database, client, { truckId, driverId: null, net: '200.00', kind: 'advance' })
  expect((await fetchProfit(client, 'truck')).total).toMatchObject({ costs: '200.00' })
  await addCost(client, { truckId, amount: '0.00', chargedBack: '200.00' })
  const { total } = await fetchProfit(client, 'truck')
  expect(total).toMatchObject({ costs: '200.00', chargedBack: '200.00', margin: '1000.00' })
})

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

test('C587 A cost of all trucks is borne by those in service: from their first delivery, inactive ones to their last', async () => {
  const me = await signUp(app)
  const addTruck = async (n: number, status: string, deliveries: string[]) => {
    const { id: truckId } = (await me.post('/api/trucks', { ...makeSample('trucks', n), status }))
      .body
    for (const [at, deliveryDate] of deliveries.entries()) {
      const days = { pickupDate: '2026-01-01', deliveryDate, settlementDate: null }
      await me.post('/api/loads', { ...makeSample('loads', n * 10 + at), ...days, truckId })
    }
  }
  await addTruck(1, 'active', ['2026-10-05', '2026-11-28'])
  await addTruck(2, 'active', ['2026-11-21'])
  await addTruck(3, 'inactive', ['2026-10-05', '2026-11-10'])
  await addTruck(4, 'inactive', ['2026-10-05'])
  await addTruck(5, 'active', [])
  await addCost(me, { startsOn: '2026-11-01', endsOn: '2026-11-30', amount: '500.00' })
  const { rows, notAssigned } = await fetchProfit(me, 'truck')
  const costs = rows.filter(({ costs: of }) => of !== '0.00')
  expect(costs.map(({ label, costs: of }) => [label, of]).toSorted()).toEqual([
    ['T-1', '300.00'],
    ['T-2', '100.00'],
    ['T-3', '100.00'],
  ])
  expect(notAssigned.costs).toBe('0.00')
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

test('C586 A cost whose truck was deleted is not restored before it: it would be spread over all trucks', async () => {
  const me = await signUp(app)
  const truckId = (await me.post('/api/trucks', makeSample('trucks'))).body.id
  const { id } = await addCost(me, { truckId, amount: '1.00' })
  await me.delete(`/api/costs/${id}`)
  expect((await me.delete(`/api/trucks/${truckId}`)).status).toBe(204)
  const { body: trash } = await me.get<{ id: number; subject: string }[]>('/api/trash')
  const restore = (subject: string) =>
    me.post<{ message?: string }>(
      `/api/trash/${trash.find((one) => one.subject === subject)?.id}/restore`,
    )
  const refused = await restore('costs')
  expect([refused.status, refused.body.message]).toEqual([409, costMessages.ofDeleted])
  expect((await restore('trucks')).status).toBe(200)
  expect((await restore('costs')).status).toBe(200)
  expect((await me.get(`/api/costs/${id}`)).body).toMatchObject({ truckId })
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
  const { rows, total, before } = await fetchProfit(stranger, 'truck')
  expect([rows, total.gross, total.costs, before.gross]).toEqual([[], '0.00', '0.00', '0.00'])
})
