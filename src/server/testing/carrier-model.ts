/** A carrier's settlements worked out by hand: an independent model for tests, in whole cents. */

type Cents = bigint

export type Week = { revenue: Cents; miles: Cents; fuel: Cents; repair: Cents; correction: Cents }

export type Expected = {
  revenue: Cents
  fuel: Cents
  repair: Cents
  fee: Cents
  subscription: Cents
  trailer: Cents
  advance: Cents
  correction: Cents
  carriedIn: Cents
  carriedOut: Cents
  net: Cents
}

export const FEE = 1225n
export const SUBSCRIPTION = 11_37n
export const TRAILER = 7n
export const ADVANCE = 50_01n
export const ADVANCE_TOTAL = 777_77n

/** What one truck owes from week to week. */
export type Owed = { advanceTaken: Cents; carry: Cents }

/** The week's statement, and what is owed after it. */
export function modelSettlement(week: Week, owed: Owed): { expected: Expected; after: Owed } {
  const fee = half(week.revenue * FEE, 10_000n)
  const trailer = half(week.miles * TRAILER, 100n)
  const left = ADVANCE_TOTAL - owed.advanceTaken
  const advance = left < ADVANCE ? left : ADVANCE
  const deducted =
    fee + trailer + advance + SUBSCRIPTION + week.fuel + week.repair + week.correction + owed.carry
  const rest = week.revenue - deducted
  const carriedOut = rest < 0n ? -rest : 0n
  const { revenue, fuel, repair, correction } = week
  const lines = { fuel, repair, correction, fee, trailer, advance, subscription: SUBSCRIPTION }
  const net = rest + carriedOut
  return {
    expected: { revenue, ...lines, carriedIn: owed.carry, carriedOut, net },
    after: { advanceTaken: owed.advanceTaken + advance, carry: carriedOut },
  }
}

/** Half a cent goes up; nothing here is below zero. */
function half(top: bigint, bottom: bigint): bigint {
  return (top + bottom / 2n) / bottom
}

/** The same odd figures at every run: a week in seven earns next to nothing and has a repair. */
export function weekOfTruck(truck: number, week: number): Week {
  const seed = BigInt(truck * 7919 + week * 104_729 + 17)
  const bad = (truck + week) % 7 === 0
  return {
    revenue: bad ? 101_03n : 2000_00n + ((seed * 7_777_777n) % 300_000n),
    miles: 500_00n + ((seed * 31_337n) % 200_000n),
    fuel: 300_00n + ((seed * 65_537n) % 40_000n),
    repair: bad ? 1500_55n : 0n,
    correction: 0n,
  }
}
