/** An independent model of a carrier's settlements for tests, in cents. */

type Cents = bigint

export type Week = { revenue: Cents; miles: Cents; fuel: Cents; repair: Cents; adjustment: Cents }

/** The adjustment of a statement whose revenue became lower: the revenue, less the fee taken on it. */
export function adjustmentOf(revenue: Cents, less: Cents): Cents {
  return less - (feeOf(revenue) - feeOf(revenue - less))
}

export type Expected = {
  revenue: Cents
  fuel: Cents
  repair: Cents
  fee: Cents
  subscription: Cents
  trailer: Cents
  advance: Cents
  adjustment: Cents
  broughtForward: Cents
  carriedForward: Cents
  net: Cents
}

export const FEE = 1225n
export const SUBSCRIPTION = 11_37n
export const TRAILER = 7n
export const ADVANCE = 50_01n
export const ADVANCE_TOTAL = 777_77n

/** What one truck owes between weeks. */
export type Owed = { advanceTaken: Cents; carryForward: Cents }

/** The expected statement of a week, and what is owed after it. */
export function modelSettlement(week: Week, owed: Owed): { expected: Expected; after: Owed } {
  const fee = feeOf(week.revenue)
  const trailer = divideHalfUp(week.miles * TRAILER, 100n)
  const left = ADVANCE_TOTAL - owed.advanceTaken
  const advance = left < ADVANCE ? left : ADVANCE
  const deducted =
    fee +
    trailer +
    advance +
    SUBSCRIPTION +
    week.fuel +
    week.repair +
    week.adjustment +
    owed.carryForward
  const rest = week.revenue - deducted
  const carriedForward = rest < 0n ? -rest : 0n
  const { revenue, fuel, repair, adjustment } = week
  const lines = { fuel, repair, adjustment, fee, trailer, advance, subscription: SUBSCRIPTION }
  const net = rest + carriedForward
  return {
    expected: { revenue, ...lines, broughtForward: owed.carryForward, carriedForward, net },
    after: { advanceTaken: owed.advanceTaken + advance, carryForward: carriedForward },
  }
}

function feeOf(revenue: Cents): Cents {
  return divideHalfUp(revenue * FEE, 10_000n)
}

/** Rounds half a cent up. Takes no negative amounts. */
function divideHalfUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor / 2n) / divisor
}

/** The same figures at every run. One week in seven earns almost nothing and has a repair. */
export function weekOfTruck(truck: number, week: number): Week {
  const seed = BigInt(truck * 7919 + week * 104_729 + 17)
  const bad = (truck + week) % 7 === 0
  return {
    revenue: bad ? 101_03n : 2000_00n + ((seed * 7_777_777n) % 300_000n),
    miles: 500_00n + ((seed * 31_337n) % 200_000n),
    fuel: 300_00n + ((seed * 65_537n) % 40_000n),
    repair: bad ? 1500_55n : 0n,
    adjustment: 0n,
  }
}
