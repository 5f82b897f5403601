/** A factored load, and the target of a deduction of its fee (SPEC C234). */
import type { Amount } from '#core/money.ts'

/** A load of a settlement whose invoice is with a factor. */
export type FactoredLoad = {
  loadId: number
  /** The number of the load. */
  load: string
  revenue: Amount
  /** The load's part of its invoices' fees; 0.00 until the factor reports the fees. */
  fee: Amount
  /** False: only a supplementary invoice is with a factor. */
  isFactored: boolean
  /** "invoice 1042, schedule 7". */
  reference: string
}

/** What an expanded rule is for. `load`: null for the line of the rule itself. `isShown`: the line stays if it is $0.00. */
export type FactoringTarget = { load: FactoredLoad | null; isShown: boolean }
