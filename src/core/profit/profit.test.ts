import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { addSums, divideByMiles, findMargin, noSums, toFigures } from './figures.ts'
import { findItemKey, NO_ITEM_SUMS, splitCost, type StoredCost } from './items.ts'
import { buildRows, hasFigures, weeksBefore } from './profit.ts'
import { partWithin, shareOut, spreadOverTrucks } from './spread.ts'

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const NO_OWNER = () => null

function makeCost(values: Partial<StoredCost> = {}): StoredCost {
  const days = { startsOn: '2026-11-02', endsOn: null }
  const of = { truckId: 7, driverId: null, category: 'insurance', vendor: null } as const
  return { id: 1, ...days, ...of, amount: '300.00', chargedBack: null, ...values }
}

test('C583 The margin on an owner’s truck: fees, a charge-back above its cost, and what the carrier paid for the load', () => {
  const load = { gross: 3_000_00n, paid: 2_800_00n, kept: 336_00n }
  const lumper = makeCost({ category: 'lumper', amount: '200.00' })
  const fuel = makeCost({ category: 'fuel', amount: '600.00', chargedBack: '600.00' })
  const insurance = makeCost({ amount: '300.00', chargedBack: '350.00' })
  const items = [lumper, fuel, insurance].flatMap((cost) => splitCost(cost, NOVEMBER, [], NO_OWNER))
  const sums = addSums([load, ...items])
  expect(findMargin(sums)).toBe(386_00n)
  expect(toFigures(sums)).toMatchObject({ margin: '386.00', marginPercent: 12.9 })
})

test('C582 Ratios divide sums; without miles or gross there is none', () => {
  expect(toFigures(noSums())).toMatchObject({
    perLoadedMile: null,
    perMile: null,
    deadhead: null,
    marginPercent: null,
    margin: '0.00',
  })
  const sums = {
    gross: 2_500_00n,
    miles: 1_000_00n,
    emptyMiles: 300_00n,
    // A load without miles has the other 400.00 and 50 empty miles.
    measuredGross: 2_100_00n,
    measuredEmpty: 250_00n,
  }
  expect(toFigures(addSums([sums]))).toMatchObject({
    allMiles: '1300.00',
    perLoadedMile: '2.10',
    perMile: '1.68',
    deadhead: 23.1,
  })
  expect(divideByMiles(1_00n, 0n)).toBe(null)
})

test('C582 The average of rows is never taken: 100 miles for $500 and 900 for $900 are $1.40 a mile', () => {
  const short = { gross: 500_00n, measuredGross: 500_00n, miles: 100_00n, loads: 1 }
  const long = { gross: 900_00n, measuredGross: 900_00n, miles: 900_00n, loads: 1 }
  expect(toFigures(addSums([short, long])).perLoadedMile).toBe('1.40')
})

const sign = fc.constantFrom(1n, -1n)
const cents = fc
  .tuple(fc.bigInt({ min: 0n, max: 10_000_000n }), sign)
  .map(([size, of]) => size * of)

test('C587 Shares by weight add up to the amount, and none is off by a cent or more', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 30 })
    .filter((all) => all.some((weight) => weight > 0))
  fc.assert(
    fc.property(cents, weights, (amount, all) => {
      const shares = shareOut(amount, all)
      const total = BigInt(all.reduce((sum, weight) => sum + weight, 0))
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount)
      for (const [at, share] of shares.entries()) {
        const difference = share * total - amount * BigInt(all[at] ?? 0)
        expect(difference < total && difference > -total).toBe(true)
      }
    }),
  )
})

test('C587 The largest remainders get the cents that are left', () => {
  expect(shareOut(100n, [1, 1, 1])).toEqual([34n, 33n, 33n])
  expect(shareOut(-100n, [1, 1, 1])).toEqual([-34n, -33n, -33n])
  expect(shareOut(100n, [10, 15, 5])).toEqual([33n, 50n, 17n])
})

test('C587 A cost is spread over trucks by days in service: a truck that came on the 16th bears half', () => {
  const trucks = [
    { truckId: 1, from: '2020-01-01', to: null },
    { truckId: 2, from: '2026-11-16', to: null },
    { truckId: 3, from: '2020-01-01', to: '2026-10-31' },
  ]
  const shares = spreadOverTrucks(900_00n, NOVEMBER, trucks)
  expect(shares.map(({ truckId, cents: share }) => [truckId, share])).toEqual([
    [1, 600_00n],
    [2, 300_00n],
  ])
  expect(spreadOverTrucks(900_00n, NOVEMBER, []).map(({ truckId }) => truckId)).toEqual([null])
})

test('C587 Whatever windows follow each other, their parts add up to the cost', () => {
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }),
      (amount, length, steps) => {
        const days = { from: '2026-03-01', to: addDays('2026-03-01', length - 1) }
        let from = '2026-02-20'
        const windows = [...steps, 400].map((step) => {
          const window = { from, to: addDays(from, step) }
          from = addDays(window.to, 1)
          return window
        })
        const parts = windows.map((window) => partWithin(amount, days, window))
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
      },
    ),
  )
})

test('C587 A monthly cost of all trucks is in a week by its days, for the truck’s owner of that day', () => {
  const insurance = makeCost({
    truckId: null,
    startsOn: '2026-11-01',
    endsOn: '2026-11-30',
    amount: '900.00',
  })
  const trucks = [1, 2].map((truckId) => ({ truckId, from: '2026-01-01', to: null }))
  const week = { from: '2026-11-08', to: '2026-11-14' }
  const items = splitCost(insurance, week, trucks, (truckId, on) =>
    truckId === 2 && on === '2026-11-14' ? 5 : null,
  )
  expect(items.map((item) => [item.truckId, item.ownerId, item.costs])).toEqual([
    [1, null, 105_00n],
    [2, 5, 105_00n],
  ])
})

test('C585 Trucks, drivers and owners have items; those of a broker’s view are of nobody', () => {
  const item = {
    ...NO_ITEM_SUMS,
    kind: 'cost' as const,
    id: 1,
    day: '2026-11-02',
    text: 'Insurance',
    truckId: 7,
    driverId: null,
    ownerId: 3,
  }
  expect(
    (['truck', 'driver', 'owner', 'broker', 'lane', 'dispatcher'] as const).map((by) =>
      findItemKey(by, item),
    ),
  ).toEqual(['7', null, '3', null, null, null])
})

test('C582 Rows come by gross; what has no key is not assigned; all add up', () => {
  const { rows, notAssigned, total } = buildRows(
    [
      { key: '1', sums: { gross: 100n, loads: 1 } },
      { key: '2', sums: { gross: 300n, loads: 1 } },
      { key: '1', sums: { costs: 70n } },
      { key: null, sums: { gross: 5n, loads: 1 } },
    ],
    new Map([
      ['1', '101'],
      ['2', '102'],
    ]),
  )
  expect(rows.map(({ label, gross, margin }) => [label, gross, margin])).toEqual([
    ['102', '3.00', '3.00'],
    ['101', '1.00', '0.30'],
  ])
  expect([notAssigned.gross, total.gross, total.margin, total.loads]).toEqual([
    '0.05',
    '4.05',
    '3.35',
    3,
  ])
  expect([hasFigures(notAssigned), hasFigures(toFigures(noSums()))]).toEqual([true, false])
})

test('C588 The 13 weeks before a day end on the day before', () => {
  expect(weeksBefore('2026-11-01')).toEqual({ from: '2026-08-02', to: '2026-10-31' })
})
