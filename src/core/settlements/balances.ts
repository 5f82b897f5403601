/** Advances, loans and escrow: what a rule with a total has taken so far (SPEC C5, 49 CFR 376.12(k)). */
import { newRecordSchema } from '#core/entities/entity.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { money } from '#core/fields/amounts.ts'
import { optionalText } from '#core/fields/text.ts'
import { formatMoney, toAmount, toCents, type Amount, type Cents } from '#core/money.ts'
import type { Line } from './lines.ts'
import { formatProgress, isPayeeOf, type BalanceKind } from './rules.ts'
import type { Basis } from './bases.ts'

/** What a rule's lines of one truck add up to, before a settlement and on it. */
export type RuleUsage = {
  ruleId: number
  description: string
  basis: Basis
  value: Amount
  balance: BalanceKind
  total: Amount
  /** Whose it is; null: the driver's of a truck without an owner. */
  payee: string | null
  ownerId: number | null
  before: Amount
  here: Amount
}

/** Of an advance or a loan what is still owed, of escrow what is held. `change` is this settlement's. */
export type Balance = Omit<RuleUsage, 'before' | 'here'> & {
  opening: Amount
  change: Amount
  closing: Amount
  /** Its total as the truck's last statement said it, where it was changed since: why it opens otherwise than that closed. */
  formerTotal?: Amount
}

export const refundFields = {
  amount: money('Amount'),
  description: optionalText('Description'),
}

export const refundSchema = newRecordSchema(refundFields)
export type RefundValues = ValuesOf<typeof refundFields>

/** What was taken repays a debt, and is put by in escrow (SPEC C5). */
export function toBalance({ before, here, ...rule }: RuleUsage): Balance {
  const total = toCents(rule.total)
  const [taken, change] = [toCents(before), toCents(here)]
  const held = rule.balance === 'escrow'
  const opening = held ? taken : total - taken
  const step = held ? change : -change
  return {
    ...rule,
    opening: toAmount(opening),
    change: toAmount(step),
    closing: toAmount(opening + step),
  }
}

/** A loan that was paid off before, and escrow that was returned before, are told of no more. */
export function isOpen({ opening, change }: Balance): boolean {
  return toCents(opening) !== 0n || toCents(change) !== 0n
}

/** What its rule has taken where so much is owed or held, in cents. */
function amountTakenAt(amount: Amount, { balance, total }: Balance): Cents {
  return balance === 'escrow' ? toCents(amount) : toCents(total) - toCents(amount)
}

/** The lines of a settlement as its statement says them: a rule's line with how far it brings its total. */
export function withProgress(lines: Line[], balances: Balance[]): Line[] {
  return lines.map((line) => {
    const balance = balances.find(({ ruleId }) => ruleId === line.ruleId)
    if (!balance || line.kind !== 'rule' || line.formula === null || toCents(line.amount) === 0n)
      return line
    const reached = amountTakenAt(balance.opening, balance) + toCents(line.amount)
    // Beside a refund it may come to more than the total: then what was given back made room for it.
    const said =
      reached > toCents(balance.total) ? amountTakenAt(balance.closing, balance) : reached
    return { ...line, formula: formatProgress(line.formula, balance, said) }
  })
}

/** It gives back more than was taken before, or takes more than the total leaves: what makes up for it is on another settlement. */
export function exceedsBalance({ total, change, closing }: Balance): boolean {
  const [left, most] = [toCents(closing), toCents(total)]
  return toCents(change) !== 0n && (left < 0n || left > most)
}

/** It takes, or gives back, what is owed by or held for another than `payee`: whose it is was changed after it was saved. */
export function belongsToOtherPayee({ ownerId, change }: Balance, payee: number | null): boolean {
  return toCents(change) !== 0n && !isPayeeOf({ ownerId }, payee)
}

/** "$2,000.00", or "$2,000.00, before $1,500.00" where it was changed since the last statement. */
export function formatTotal({
  total,
  formerTotal,
}: Pick<Balance, 'total' | 'formerTotal'>): string {
  const [now, before] = [total, formerTotal].map((amount) => amount && formatMoney(toCents(amount)))
  return [now, before && `before ${before}`].filter(Boolean).join(', ')
}

/** "Owed" or "Held". */
export function balanceLabel({ balance }: Pick<Balance, 'balance'>): string {
  return balance === 'escrow' ? 'Held' : 'Owed'
}
