/** An independent model of a carrier's settlements for tests, in cents. It shares no code with the product. */

/** What happens on a truck in a week. */
export type Week = {
  revenue: bigint
  miles: bigint
  fuel: bigint
  repair: bigint
  extraPay: bigint
  lumper: bigint
  /** Withheld for the escrow. Negative: returned. */
  escrow: bigint
  /** How much the revenue of an earlier statement decreased. */
  shortPaid: bigint
  adjustment: bigint
}

export type Expected = Omit<Week, 'miles'> & {
  fee: bigint
  subscription: bigint
  trailer: bigint
  advance: bigint
  /** Paid to the payee's other truck. Negative: received from it. */
  offset: bigint
  broughtForward: bigint
  carriedForward: bigint
  net: bigint
}

export const FEE = 1225n
export const SUBSCRIPTION = 11_37n
export const TRAILER = 7n
export const ADVANCE = 50_01n
export const ADVANCE_TOTAL = 777_77n

/** What one truck owes between weeks. */
export type Owed = { advanceTaken: bigint; carryForward: bigint }

/** `rest`: the net before offsets and carry-forwards. */
export type ModelDraft = {
  lines: Omit<Expected, 'offset' | 'carriedForward' | 'net'>
  rest: bigint
  owed: Owed
}

export function modelDraft({ miles, ...week }: Week, owed: Owed): ModelDraft {
  const left = ADVANCE_TOTAL - owed.advanceTaken
  const lines = {
    ...week,
    fee: feeOf(week.revenue),
    subscription: SUBSCRIPTION,
    trailer: divideHalfUp(miles * TRAILER, 100n),
    advance: left < ADVANCE ? left : ADVANCE,
    broughtForward: owed.carryForward,
  }
  const earned = week.revenue + week.extraPay + week.lumper
  const rest = earned - sumDeductions(lines) - week.adjustment - owed.carryForward
  return { lines, rest, owed }
}

/** The statement of a draft, and what the truck owes after it. */
export function modelStatement({ lines, rest, owed }: ModelDraft, offset = 0n) {
  const left = rest - offset
  const carriedForward = left < 0n ? -left : 0n
  const expected: Expected = { ...lines, offset, carriedForward, net: left + carriedForward }
  const advanceTaken = owed.advanceTaken + lines.advance
  return { expected, after: { advanceTaken, carryForward: carriedForward } }
}

/** What the first of a payee's two trucks gives to the second. Negative: what it receives. */
export function offsetOf(one: ModelDraft, other: ModelDraft): bigint {
  if (one.rest > 0n && other.rest < 0n) return smaller(one.rest, -other.rest)
  return one.rest < 0n && other.rest > 0n ? -smaller(-one.rest, other.rest) : 0n
}

/** The sum of the deductions, without adjustments, offsets and carry-forwards. */
export function sumDeductions(
  lines: Pick<
    Expected,
    'fuel' | 'repair' | 'fee' | 'subscription' | 'trailer' | 'advance' | 'escrow'
  >,
): bigint {
  const { fuel, repair, fee, subscription, trailer, advance, escrow } = lines
  return fuel + repair + fee + subscription + trailer + advance + escrow
}

/** Lower revenue, less the fee that was taken on it. */
export function adjustmentOf(revenue: bigint, less: bigint): bigint {
  return less - (feeOf(revenue) - feeOf(revenue - less))
}

function feeOf(revenue: bigint): bigint {
  return divideHalfUp(revenue * FEE, 10_000n)
}

/** Loads, extra pay and adjustments of revenue, and the nets. */
export function sumYear(statements: readonly Expected[]): { gross: bigint; net: bigint } {
  const sum = (find: (one: Expected) => bigint) =>
    statements.reduce((total, one) => total + find(one), 0n)
  return {
    gross: sum(({ revenue, extraPay, shortPaid }) => revenue + extraPay - shortPaid),
    net: sum(({ net }) => net),
  }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Rounds half a cent up. Takes no negative amounts. */
export function divideHalfUp(amount: bigint, divisor: bigint): bigint {
  return (2n * amount + divisor) / (2n * divisor)
}

export const IDLE_WEEK: Week = {
  revenue: 0n,
  miles: 0n,
  fuel: 0n,
  repair: 0n,
  extraPay: 0n,
  lumper: 0n,
  escrow: 0n,
  shortPaid: 0n,
  adjustment: 0n,
}

/** The same figures in every run. One week in seven earns almost nothing and has a repair. */
export function weekOfTruck(truck: number, week: number): Week {
  const seed = BigInt(truck * 7919 + week * 104_729 + 17)
  const bad = (truck + week) % 7 === 0
  return {
    ...IDLE_WEEK,
    revenue: bad ? 101_03n : 2000_00n + ((seed * 7_777_777n) % 300_000n),
    miles: 500_00n + ((seed * 31_337n) % 200_000n),
    fuel: 300_00n + ((seed * 65_537n) % 40_000n),
    repair: bad ? 1500_55n : 0n,
    extraPay: (truck + week) % 11 === 0 ? 187_53n : 0n,
    lumper: (truck + week) % 13 === 0 ? 85_01n : 0n,
  }
}
