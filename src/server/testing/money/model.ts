/**
 * An independent model of what a carrier earns, deducts and pays, for the random histories of SPEC C7 and C10–C13. It
 * shares no code with the product. Money is whole cents, rates are thousandths.
 */

type Cents = bigint

/** A load as the model last changed it. `date` is its settlement date. */
export type ModelLoad = { truck: number; date: string; revenue: Cents; miles: bigint }

/** The recurring deductions of the carrier. `perLoad` and `perMile` are of one truck each. */
export const RULES = {
  percent: 12n,
  perLoad: 25_00n,
  /** Thousandths of a dollar for each mile. */
  perMile: 55n,
  loan: 100_00n,
  loanTotal: 500_00n,
  weekly: 35_00n,
  yard: 60_00n,
  /** The net that the yard leaves to the payee. */
  floor: 500_00n,
} as const

/** Which truck has which of the rules. */
export type TruckRules = { perLoad: boolean; perMile: boolean }

export type Restatable = { revenue: Cents; fee: Cents; perLoad: Cents; perMile: Cents }

/** Revenue, and the deductions that follow from it, of all loads of a truck and date. */
export function restate(loads: readonly ModelLoad[], rules: TruckRules): Restatable {
  const revenue = loads.reduce((total, load) => total + load.revenue, 0n)
  const miles = loads.reduce((total, load) => total + load.miles, 0n)
  return {
    revenue,
    fee: roundHalfUp(revenue * RULES.percent, 100n),
    perLoad: rules.perLoad ? BigInt(loads.length) * RULES.perLoad : 0n,
    perMile: rules.perMile ? roundHalfUp(miles * RULES.perMile, 10n) : 0n,
  }
}

export function restatedNet({ revenue, fee, perLoad, perMile }: Restatable): Cents {
  return revenue - fee - perLoad - perMile
}

/** Rounds half a cent up. Takes no negative amounts. */
export function roundHalfUp(amount: bigint, divisor: bigint): bigint {
  return (amount + divisor / 2n) / divisor
}

/** What the model knows of a payee's money. */
export type Ledger = {
  /** Earned less deducted on live statements, before amounts carried forward. */
  earned: Cents
  carriedForward: Cents
  broughtForward: Cents
  /** Payments less reversed ones and less closed unapplied money. */
  cash: Cents
}

export function newLedger(): Ledger {
  return { earned: 0n, carriedForward: 0n, broughtForward: 0n, cash: 0n }
}

/** The amount that the carrier owes the payee on statements, less unapplied money. Zero after everything is paid. */
export function calculateOwed({ earned, carriedForward, broughtForward, cash }: Ledger): Cents {
  return earned + carriedForward - broughtForward - cash
}
