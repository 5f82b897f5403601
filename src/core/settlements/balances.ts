/** Balances of advances, loans and escrow, calculated from what each rule has deducted (SPEC C5, 49 CFR 376.12(k)). */
import { newRecordSchema } from '#core/entities/entity.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { money } from '#core/fields/amounts.ts'
import { optionalText } from '#core/fields/text.ts'
import { formatMoney, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { BalanceEntry } from '#core/balances/entries.ts'
import type { Day } from '#core/calendar.ts'
import { countInstallments } from './formula.ts'
import type { Line } from './lines.ts'
import type { BalanceKind } from './rules.ts'
import type { Basis } from './bases.ts'

/** "deferred": what floors left for later settlements (SPEC C322). */
export type BalanceType = BalanceKind | 'deferred'

/** A rule with a total, and the sums of its lines on one truck, less refunds, in dollars. */
export type RuleUsage = {
  ruleId: number
  description: string
  basis: Basis
  value: Amount
  balance: BalanceType
  /** For "deferred": all that was left for later. */
  total: Amount
  /** Name of the payee of the balance. Null: the truck had neither an owner nor a driver. */
  payee: string | null
  ownerId: number | null
  /** Key of this payee (`payeeKey`). */
  payeeKey: string
  /** False if a line so far was not the full value, or if an entry changed the balance (SPEC C317). */
  isRegular?: boolean
  /** The total of earlier settlements. */
  before: Amount
  /** The total of this settlement. */
  here: Amount
}

/** The amount owed on an advance or a loan, held in escrow, or not deducted yet. `change`: the change by this settlement. */
export type Balance = Omit<RuleUsage, 'before' | 'here'> & {
  opening: Amount
  change: Amount
  closing: Amount
  /** The total on the truck's last statement, if it changed since. Opening and last closing then differ. */
  formerTotal?: Amount
  /** When escrow was returned in full. It is not deducted again automatically (SPEC C23). */
  returnedOn?: Day
  /** Entries that were posted since the last statement. The opening balance includes them (SPEC C20). */
  entries?: PostedEntry[]
}

/** `change`: what the entry adds to the balance. */
export type PostedEntry = Pick<BalanceEntry, 'id' | 'kind' | 'day' | 'undoes'> & { change: Amount }

type UnstatedEntry = Pick<
  BalanceEntry,
  'id' | 'ruleId' | 'payee' | 'kind' | 'day' | 'undoes' | 'amount' | 'effect'
>

/** Adds the entries of the balance that no statement shows yet. */
export function withEntries(balance: Balance, unstated: readonly UnstatedEntry[]): Balance {
  const own = unstated.filter(
    ({ ruleId, payee }) => ruleId === balance.ruleId && payee === balance.payeeKey,
  )
  if (own.length === 0) return balance
  const isHeld = balance.balance === 'escrow'
  const entries = own.map(({ id, kind, day, undoes, amount, effect }) => {
    // A loan that came from another balance has its amount as its total.
    const change = isHeld
      ? toCents(effect)
      : kind === 'transfer-in'
        ? toCents(amount)
        : -toCents(effect)
    return { id, kind, day, undoes, change: toAmount(change) }
  })
  return { ...balance, entries }
}

export const refundFields = {
  amount: money('Amount'),
  description: optionalText('Description'),
}

export const refundSchema = newRecordSchema(refundFields)
export type RefundValues = ValuesOf<typeof refundFields>

/** A deduction reduces what is owed on an advance or a loan, and adds to what is held in escrow. */
export function toBalance({ before, here, ...rule }: RuleUsage): Balance {
  const isHeld = rule.balance === 'escrow'
  const opening = isHeld ? toCents(before) : toCents(rule.total) - toCents(before)
  const change = isHeld ? toCents(here) : -toCents(here)
  return {
    ...rule,
    opening: toAmount(opening),
    change: toAmount(change),
    closing: toAmount(opening + change),
  }
}

/** False for a balance that was repaid or refunded in full before this settlement, and has no new entries. */
export function isOpen({ opening, change, entries = [] }: Balance): boolean {
  return toCents(opening) !== 0n || toCents(change) !== 0n || entries.length > 0
}

/** Adds to each line the amount that its rule has deducted so far, this line included, and the rule's total. */
export function withProgress(lines: Line[], balances: Balance[]): Line[] {
  return lines.map((line) => {
    const balance = balances.find(
      ({ ruleId, balance: kind }) => ruleId === line.ruleId && kind !== 'deferred',
    )
    if (!balance || line.kind !== 'rule' || toCents(line.amount) === 0n) return line
    const reached = calculateReached(line, balance)
    // A refund of a draft that is not approved yet may be more than the approved lines.
    if (reached < 0n) return line
    const total = toCents(balance.total)
    const installment = balance.isRegular ? countInstallments(line, reached, total) : null
    return { ...line, reached: toAmount(reached), reachedOf: balance.total, installment }
  })
}

function calculateReached({ amount }: Line, balance: Balance): Cents {
  const reached = calculateDeducted(balance.opening, balance) + toCents(amount)
  // A refund on the same settlement allows deducting more than the total: the closing balance then gives the progress.
  return reached > toCents(balance.total) ? calculateDeducted(balance.closing, balance) : reached
}

/** The cents that the rule has deducted if `amount` is owed or held. */
function calculateDeducted(amount: Amount, { balance, total }: Balance): Cents {
  return balance === 'escrow' ? toCents(amount) : toCents(total) - toCents(amount)
}

/** Whether this settlement deducts more than is left, or refunds too much. Another draft may offset it. */
export function exceedsBalance({ balance, total, change, closing }: Balance): boolean {
  const [changeCents, closingCents] = [toCents(change), toCents(closing)]
  // A draft that adds to it returns what a later statement took for a void one.
  if (balance === 'deferred') return changeCents < 0n && closingCents < 0n
  // Interest may have filled an escrow beyond its target.
  const mayExceed = balance === 'escrow' && changeCents < 0n
  return changeCents !== 0n && (closingCents < 0n || (closingCents > toCents(total) && !mayExceed))
}

/** Whether a settlement that pays `payee` (a key) changes another payee's balance. */
export function belongsToOtherPayee({ payeeKey, change }: Balance, payee: string): boolean {
  return toCents(change) !== 0n && payeeKey !== payee
}

/** "$2,000.00"; "$2,000.00 (was $1,500.00)" if it was changed since the last statement. */
function formatTotal({ total, formerTotal }: Pick<Balance, 'total' | 'formerTotal'>): string {
  const current = formatMoney(toCents(total))
  return formerTotal ? `${current} (was ${formatMoney(toCents(formerTotal))})` : current
}

export function balanceLabel({ balance }: Pick<Balance, 'balance'>): string {
  if (balance === 'deferred') return 'Not deducted yet'
  return balance === 'escrow' ? 'Held' : 'Owed'
}

/** "Owed $300.00 of $2,000.00", "Not deducted yet $300.00". */
export function formatOpen(
  { balance, total, formerTotal }: Pick<Balance, 'balance' | 'total' | 'formerTotal'>,
  open: Amount,
): string {
  const amount = `${balanceLabel({ balance })} ${formatMoney(toCents(open))}`
  if (balance === 'deferred') return amount
  return `${amount} of ${formatTotal(formerTotal ? { total, formerTotal } : { total })}`
}
