/** The entries of a factor's account: what each kind does to the bank deposit and to the reserve (SPEC C213). */
import { percentOf } from '#core/decimals.ts'
import { toAmount, toCents, type Amount, type Cents } from '#core/money.ts'

/** `cash`, `reserve`: the sign of the entry's amount in the deposit and in the reserve. */
export const ENTRY_KINDS = [
  { value: 'advance', label: 'Advance', cash: 1n, reserve: 0n, ofInvoice: true },
  { value: 'fee', label: 'Fee', cash: 0n, reserve: 0n, ofInvoice: true },
  { value: 'reserve', label: 'Reserve Held', cash: 0n, reserve: 1n, ofInvoice: true },
  {
    value: 'reserve-released',
    label: 'Reserve Released',
    cash: 1n,
    reserve: -1n,
    ofInvoice: true,
  },
  { value: 'reserve-fee', label: 'Fee From Reserve', cash: 0n, reserve: -1n, ofInvoice: true },
  {
    value: 'reserve-chargeback',
    label: 'Chargeback From Reserve',
    cash: 0n,
    reserve: -1n,
    ofInvoice: true,
  },
  { value: 'reserve-cost', label: 'Cost From Reserve', cash: 0n, reserve: -1n, ofInvoice: true },
  { value: 'chargeback', label: 'Chargeback', cash: -1n, reserve: 0n, ofInvoice: true },
  { value: 'late-fee', label: 'Late Fee', cash: -1n, reserve: 0n, ofInvoice: true },
  { value: 'cost', label: 'Wire or ACH Fee', cash: -1n, reserve: 0n, ofInvoice: false },
  { value: 'fuel-advance', label: 'Fuel Advance', cash: 1n, reserve: 0n, ofInvoice: false },
  {
    value: 'fuel-advance-repaid',
    label: 'Fuel Advance Repaid',
    cash: -1n,
    reserve: 0n,
    ofInvoice: false,
  },
  { value: 'debtor-paid', label: 'Broker Paid Factor', cash: 0n, reserve: 0n, ofInvoice: true },
  // What the broker paid the carrier instead of the factor (SPEC C333).
  { value: 'forwarded', label: 'Forwarded to Factor', cash: -1n, reserve: 0n, ofInvoice: true },
] as const

export type FactorEntryKind = (typeof ENTRY_KINDS)[number]['value']

type Entry = { kind: FactorEntryKind; amount: Amount }

/** The bank deposit that the entries add up to, in cents. Negative: the carrier pays the factor. */
export function sumCash(entries: Iterable<Entry>): Cents {
  return sumBy(entries, 'cash')
}

/** What the entries add to the reserve that the factor holds, in cents. */
export function sumReserve(entries: Iterable<Entry>): Cents {
  return sumBy(entries, 'reserve')
}

function sumBy(entries: Iterable<Entry>, account: 'cash' | 'reserve'): Cents {
  let sum = 0n
  for (const { kind, amount } of entries) sum += findKind(kind)[account] * toCents(amount)
  return sum
}

/** The label of an entry kind: "Reserve Held". */
export function nameFactorEntry(kind: FactorEntryKind): string {
  return findKind(kind).label
}

function findKind(kind: FactorEntryKind) {
  return ENTRY_KINDS.find(({ value }) => value === kind) ?? ENTRY_KINDS[0]
}

/** Whether an entry of this kind names an invoice. The others belong to the factor's account alone. */
export function namesInvoice(kind: FactorEntryKind): boolean {
  return findKind(kind).ofInvoice
}

/** The amounts of a factored invoice, in dollars. At its purchase: face = advance + fee + held (SPEC C214). */
export type FactoredAmounts = {
  advance: Amount
  /** Fees at the purchase, from the reserve and later. */
  fee: Amount
  /** What the factor holds now. */
  held: Amount
  chargedBack: Amount
  released: Amount
  /** What the factor collected, from the broker or through the carrier. */
  debtorPaid: Amount
}

/** The entries that add up to the face amount of an invoice at its purchase. */
export const FACTORED_BOUGHT: readonly FactorEntryKind[] = ['advance', 'fee', 'reserve']

/** The entries that end the factor's claim on a bought invoice. */
export const FACTORED_ENDED: readonly FactorEntryKind[] = [
  'debtor-paid',
  'forwarded',
  'chargeback',
  'reserve-chargeback',
]

/** The amount that the factor bought and that is neither collected nor charged back, in cents (SPEC C214). */
export function sumWithFactor(entries: readonly Entry[]): Cents {
  let sum = 0n
  for (const { kind, amount } of entries) {
    if (FACTORED_BOUGHT.includes(kind)) sum += toCents(amount)
    if (FACTORED_ENDED.includes(kind)) sum -= toCents(amount)
  }
  return sum
}

/**
 * What the broker paid the carrier and the carrier has not forwarded to the factor, in cents. `received`: the broker's payments to the
 * carrier since the invoice was submitted. `open`: what the broker still owes. What a credit note or a discount took from the invoice
 * is not the factor's money (SPEC C333).
 */
export function findToForward(
  entries: readonly Entry[],
  { received, open }: { received: Cents; open: Cents },
): Cents {
  const forwarded = entries.filter(({ kind }) => kind === 'forwarded')
  const left = received - forwarded.reduce((sum, { amount }) => sum + toCents(amount), 0n)
  const short = sumWithFactor(entries) - open
  const least = left < short ? left : short
  return least > 0n ? least : 0n
}

const FEES: readonly FactorEntryKind[] = ['fee', 'reserve-fee', 'late-fee']
const CHARGEBACKS: readonly FactorEntryKind[] = ['chargeback', 'reserve-chargeback']

export function sumFactored(entries: readonly Entry[]): FactoredAmounts {
  const sum = (kinds: readonly FactorEntryKind[]) => {
    const cents = entries
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { amount }) => total + toCents(amount), 0n)
    return toAmount(cents)
  }
  return {
    advance: sum(['advance']),
    fee: sum(FEES),
    held: toAmount(sumReserve(entries)),
    chargedBack: sum(CHARGEBACKS),
    released: sum(['reserve-released']),
    debtorPaid: sum(['debtor-paid', 'forwarded']),
  }
}

export const FACTORED_STATES = [
  { value: 'submitted', label: 'Submitted', tone: 'waiting' },
  { value: 'funded', label: 'Funded', tone: 'primary' },
  { value: 'collected', label: 'Collected', tone: 'good' },
  { value: 'charged-back', label: 'Charged Back', tone: 'bad' },
  { value: 'closed', label: 'Closed', tone: 'neutral' },
] as const

export type FactoredState = (typeof FACTORED_STATES)[number]['value']

/** The state of a factored invoice. Funded is not paid (SPEC C215). */
export function deriveFactoredState(face: Amount, amounts: FactoredAmounts): FactoredState {
  const [chargedBack, paid] = [toCents(amounts.chargedBack), toCents(amounts.debtorPaid)]
  const isOver = chargedBack + paid >= toCents(face)
  if (isOver && toCents(amounts.held) === 0n) return 'closed'
  if (isOver) return paid > 0n ? 'collected' : 'charged-back'
  const bought = toCents(amounts.advance) + toCents(amounts.fee) + toCents(amounts.held) > 0n
  return bought ? 'funded' : 'submitted'
}

export type Purchase = { advance: Amount; fee: Amount; reserve: Amount }

/** Splits a face amount by the factor's percentages. The rest is the reserve. Each amount is rounded once (SPEC C14). */
export function computePurchase(
  face: Cents,
  factor: { advancePercent: Amount; feePercent: Amount },
): Purchase {
  const advance = percentOf(face, factor.advancePercent)
  const rest = face - advance
  const wanted = percentOf(face, factor.feePercent)
  const fee = wanted < rest ? wanted : rest
  return { advance: toAmount(advance), fee: toAmount(fee), reserve: toAmount(rest - fee) }
}
