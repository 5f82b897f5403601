/** Whatever an account has, its profit adds up (SPEC C582, C585). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { ProfitDetails } from '#core/profit/details.ts'
import { PROFIT_VIEWS, type Profit } from '#core/profit/profit.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { addCost, buy, readAccount, fetchProfit } from '#server/testing/profit.ts'
import { makeSample } from '#server/testing/samples.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const FEE = { description: 'Dispatch fee', basis: 'percent', value: '12.37', truckId: null }

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
  await carrier.createRule(FEE)
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
      startsOn: '2026-11-05',
      endsOn,
      amount: amountUpTo(900_00),
      truckId: pick(trucks),
      driverId: pick(drivers),
      chargedBack: pick([null, amountUpTo(300_00)]),
    })
  }
  for (const truckId of trucks)
    if (truckId) await buy(database, client, { truckId, driverId: pick(drivers), net: '77.77' })

  // The company's first truck is sold to Ann, and Bob's to the company: purchases stay those of their day.
  const [, , ofBob = 0, ofCompany = 0] = trucks
  await carrier.changeTruck(Number(ofCompany), { ownerId: carrier.ann, driverId: null })
  await carrier.changeTruck(Number(ofBob), { ownerId: null, driverId: drivers[1] })

  const views = await Promise.all(PROFIT_VIEWS.map(({ value }) => fetchProfit(client, value)))
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
      fetchProfit(client, 'truck', `from=${dayOf(first)}&to=${dayOf(Math.min(first + 6, 30))}`),
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
  const { id: userId } = await readAccount(database, me)
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
      (select coalesce(sum(bought.net), 0.00)
        from card_purchases as bought join trucks on trucks.user_id = ${userId} and trucks.id = bought.truck_id
          left join billing as week on week.user_id = ${userId} and week.truck_id = bought.truck_id
            and bought.day between week.start_date and week.end_date
          left join billing as before on before.user_id = ${userId} and before.truck_id = bought.truck_id
            and before.end_date = (select max(end_date) from billing as earlier
              where earlier.user_id = ${userId} and earlier.truck_id = bought.truck_id and earlier.end_date < bought.day)
        where bought.user_id = ${userId} and case when week.id is not null then week.owner_id is null
          when before.id is not null and before.owner_id is distinct from trucks.owner_id then false
          else trucks.owner_id is null end) as cards
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
