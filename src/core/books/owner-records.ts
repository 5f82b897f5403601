/** The records of settlements and of payments to owners and drivers (SPEC C221). */
import { formatDay, type Day } from '#core/calendar.ts'
import { addUp, negate, toAmount, toCents, type Amount } from '#core/money.ts'
import {
  EXPENSE_CATEGORIES,
  type ExpenseCategory,
  type Expenses,
} from '#core/settlements/settlement.ts'
import { makeRecord, type BookLine, type BookRecord, type BookSource } from './records.ts'

/**
 * A part of a category's deductions that is recorded in the account of a balance (SPEC C373). Below 0.00: a floor left it
 * for later, so the category has more than the statement deducted.
 */
export type MovedAmount = { category: ExpenseCategory; account: string; amount: Amount }

/** A statement that was approved or voided on the day. `payee`: "owner 7". */
export type StatementFact = Expenses & {
  id: number
  isVoid: boolean
  day: Day
  number: number
  payee: string
  truck: string
  settlementDate: Day
  grossPay: Amount
  /** The extra pay in the gross. The category "other" includes it as a negative amount. */
  extraPay: Amount
  netPayment: Amount
  moved: readonly MovedAmount[]
}

/**
 * Debits gross (loads and extra pay), and credits each category's deductions, the balances that they change, and what is owed
 * to the payee. A void reverses this.
 */
export function recordStatement(fact: StatementFact): BookRecord {
  const { id, isVoid, day, number, payee, truck, grossPay, extraPay, netPayment } = fact
  const text = `Statement ${number} of ${formatDay(fact.settlementDate)}${isVoid ? ' void' : ''}`
  const line = (account: string, amount: Amount): BookLine => ({
    account,
    text,
    truck,
    amount: isVoid ? negate(amount) : amount,
  })
  const deducted = { ...fact, other: toAmount(toCents(fact.other) + toCents(extraPay)) }
  const owes = toCents(netPayment) < 0n
  return makeRecord({
    source: isVoid ? 'settlement-void' : 'settlement',
    id,
    day,
    text,
    dueOn: null,
    type: isVoid || owes ? 'GENERAL JOURNAL' : 'BILL',
    group: isVoid ? 'Void settlements' : 'Settlements',
    number: String(number),
    name: payee,
    figure: isVoid ? negate(netPayment) : netPayment,
    lines: [
      line('payable', negate(netPayment)),
      line('owner-pay', grossPay),
      ...EXPENSE_CATEGORIES.map((category) =>
        line(`deduction:${category}`, negate(leftInCategory(deducted, category))),
      ),
      ...fact.moved.map(({ account, amount }) => line(account, negate(amount))),
    ],
  })
}

function leftInCategory(fact: StatementFact, category: ExpenseCategory): Amount {
  const moved = fact.moved.filter((one) => one.category === category)
  return toAmount(toCents(fact[category]) - addUp(moved.map(({ amount }) => amount)))
}

/** `event`: what happened on the day. `kind`: what was paid. */
export type PaymentFact = {
  id: number
  event: 'paid' | 'reversed' | 'repayment' | 'write-off'
  kind: 'settlement' | 'hand-out'
  day: Day
  payee: string
  method: string
  reference: string | null
  amount: Amount
}

export const PAYMENT_GROUPS = {
  paid: 'Payments',
  reversed: 'Reversed payments',
  repayment: 'Repaid by payees',
  'write-off': 'Write-offs of payments',
} as const

const SOURCES: Record<PaymentFact['event'], BookSource> = {
  paid: 'payment',
  reversed: 'payment-reversal',
  repayment: 'payment-closing',
  'write-off': 'payment-closing',
}

export function recordPayment(fact: PaymentFact): BookRecord {
  const { id, event, kind, day, payee, method, reference, amount } = fact
  const text = [PAYMENT_GROUPS[event], method, reference].filter(Boolean).join(' ')
  const money = event === 'write-off' ? 'payment-write-off' : 'bank'
  const owed = kind === 'hand-out' ? 'hand-out' : 'payable'
  // A payment credits the bank. A reversal or a repayment debits it, and a write-off debits its own account.
  const paid = event === 'paid' ? negate(amount) : amount
  return makeRecord({
    source: SOURCES[event],
    id,
    day,
    text,
    dueOn: null,
    figure: amount,
    type: event === 'paid' ? 'CHECK' : 'GENERAL JOURNAL',
    group: PAYMENT_GROUPS[event],
    number: reference ?? '',
    name: payee,
    lines: [
      { account: money, amount: paid, text, truck: null },
      { account: owed, amount: negate(paid), text, truck: null },
    ],
  })
}
