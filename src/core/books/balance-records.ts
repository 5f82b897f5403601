/** The records of entries of balances: advances, loans, escrow and what floors left for later (SPEC C373). */
import type { Day } from '#core/calendar.ts'
import { negate, toCents, type Amount } from '#core/money.ts'
import { makeRecord, type BookLine, type BookRecord } from './records.ts'

/** The account of a balance. An advance and a loan are owed to the carrier, escrow is owed to the payee. */
const BALANCE_ACCOUNTS = {
  advance: 'hand-out',
  loan: 'hand-out',
  escrow: 'escrow',
  deferred: 'deferred',
} as const

type BookedBalance = keyof typeof BALANCE_ACCOUNTS

/** A transfer is one record: the entry of the balance that it leaves. */
export type BookedBalanceKind = 'repayment' | 'write-off' | 'interest' | 'transfer-out'

/** `amount`: below 0.00 if the entry undoes another one. `payee`, `toPayee`: "owner 7". */
export type BalanceEntryFact = {
  id: number
  day: Day
  kind: BookedBalanceKind
  balance: BookedBalance
  amount: Amount
  payee: string
  toPayee: string | null
  description: string
  method: string | null
  reference: string | null
}

export const BALANCE_GROUPS: Record<BookedBalanceKind, string> = {
  repayment: 'Balances repaid',
  'write-off': 'Balances written off',
  interest: 'Escrow interest',
  'transfer-out': 'Balances transferred',
}

const BALANCE_TEXTS: Record<BookedBalanceKind, string> = {
  repayment: 'Repaid',
  'write-off': 'Written off',
  interest: 'Escrow interest',
  'transfer-out': 'Transferred',
}

export function recordBalanceEntry(fact: BalanceEntryFact): BookRecord {
  const { id, day, kind, amount, payee, description, method, reference } = fact
  const isUndo = toCents(amount) < 0n
  const paid = [method, reference].filter(Boolean).join(' ')
  const text = [isUndo ? 'Undo' : '', BALANCE_TEXTS[kind], paid].filter(Boolean).join(' ')
  const [debit, credit] = findSides(fact)
  const line = ({ account, name }: Side, cents: Amount): BookLine => ({
    account,
    name,
    amount: cents,
    text: `${text} - ${description}`,
    truck: null,
  })
  return makeRecord({
    source: 'balance-entry',
    id,
    day,
    text,
    dueOn: null,
    figure: amount,
    type: 'GENERAL JOURNAL',
    group: BALANCE_GROUPS[kind],
    number: reference ?? '',
    name: payee,
    lines: [line(debit, amount), line(credit, negate(amount))],
  })
}

type Side = { account: string; name: string }

/** The account that an entry debits, and the one that it credits. An undo has a negative amount. */
function findSides({ kind, balance, payee, toPayee }: BalanceEntryFact): [Side, Side] {
  const own = { account: BALANCE_ACCOUNTS[balance], name: payee }
  if (kind === 'repayment') return [{ account: 'bank', name: payee }, own]
  if (kind === 'write-off') return [{ account: 'balance-write-off', name: payee }, own]
  if (kind === 'interest') return [{ account: 'escrow-interest', name: payee }, own]
  const name = toPayee ?? payee
  if (balance === 'escrow') return [own, { account: 'escrow', name }]
  // What a floor left for later becomes an advance of the new payee.
  return [{ account: 'hand-out', name }, own]
}
