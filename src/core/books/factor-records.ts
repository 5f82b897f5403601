/** The records of factors' reports (SPEC C242, C243). What the broker paid the factor is in the receivables ledger. */
import type { Day } from '#core/calendar.ts'
import { nameFactorEntry, type FactorEntryKind } from '#core/factoring/entries.ts'
import { negate, toCents, type Amount } from '#core/money.ts'
import { purchaseAccount, type FactoringMethod } from './factoring-methods.ts'
import { makeRecord, type BookLine, type BookRecord } from './records.ts'

export type BookedEntryKind = Exclude<FactorEntryKind, 'debtor-paid'>

/** An entry of a report, on its day or on the day of its void. `number`, `brokerId`: those of its invoice. */
export type FactorEntryFact = {
  id: number
  isVoid: boolean
  day: Day
  kind: BookedEntryKind
  amount: Amount
  factorId: number
  number: string | null
  brokerId: number | null
  reference: string | null
}

/** The money of a report. Negative: the carrier paid the factor. */
export type FactorDepositFact = {
  id: number
  isVoid: boolean
  day: Day
  amount: Amount
  factorId: number
  reference: string | null
}

/** The account that an entry debits and the account that it credits. "purchase": the factoring method decides which account. */
const ACCOUNTS: Record<BookedEntryKind, readonly [debit: string, credit: string]> = {
  advance: ['factor-clearing', 'purchase'],
  fee: ['factoring-fee', 'purchase'],
  reserve: ['factor-reserve', 'purchase'],
  'reserve-released': ['factor-clearing', 'factor-reserve'],
  'reserve-fee': ['factoring-fee', 'factor-reserve'],
  'reserve-chargeback': ['purchase', 'factor-reserve'],
  'reserve-cost': ['factor-cost', 'factor-reserve'],
  chargeback: ['purchase', 'factor-clearing'],
  forwarded: ['purchase', 'factor-clearing'],
  'late-fee': ['factoring-fee', 'factor-clearing'],
  cost: ['factor-cost', 'factor-clearing'],
  'fuel-advance': ['factor-clearing', 'factor-fuel'],
  'fuel-advance-repaid': ['factor-fuel', 'factor-clearing'],
}

export const DEPOSIT_GROUPS = { made: 'Factor deposits', void: 'Void factor deposits' } as const

/** "Factor: Reserve Held", "Factor (void): Reserve Held". */
export function groupOfEntry(kind: BookedEntryKind, isVoid: boolean): string {
  return `${isVoid ? 'Factor (void)' : 'Factor'}: ${nameFactorEntry(kind)}`
}

/** One debit and one credit. With accounts receivable the name is the broker's, as QuickBooks requires. */
export function recordFactorEntry(fact: FactorEntryFact, method: FactoringMethod): BookRecord {
  const { id, isVoid, day, kind, factorId, brokerId, number, reference } = fact
  const accounts = ACCOUNTS[kind].map((account) =>
    account === 'purchase' ? purchaseAccount(method) : account,
  )
  const [debit = '', credit = ''] = accounts
  const group = groupOfEntry(kind, isVoid)
  const text = [group, number, reference].filter(Boolean).join(' ')
  const figure = isVoid ? negate(fact.amount) : fact.amount
  const namesBroker = accounts.includes('receivable') && brokerId !== null
  return makeRecord({
    source: isVoid ? 'factor-entry-void' : 'factor-entry',
    id,
    day,
    text,
    figure,
    group,
    type: 'GENERAL JOURNAL',
    number: number ?? '',
    dueOn: null,
    name: namesBroker ? `broker ${brokerId}` : `factor ${factorId}`,
    lines: [line(debit, figure, text), line(credit, negate(figure), text)],
  })
}

/** Debits the bank and credits the clearing account, which the entries of the report bring back to zero. */
export function recordFactorDeposit(fact: FactorDepositFact): BookRecord {
  const { id, isVoid, day, factorId, reference } = fact
  const group = isVoid ? DEPOSIT_GROUPS.void : DEPOSIT_GROUPS.made
  const text = [group, reference].filter(Boolean).join(' ')
  const figure = isVoid ? negate(fact.amount) : fact.amount
  const moneyType = toCents(figure) > 0n ? 'DEPOSIT' : 'CHECK'
  return makeRecord({
    source: isVoid ? 'factor-deposit-void' : 'factor-deposit',
    id,
    day,
    text,
    figure,
    group,
    type: isVoid ? 'GENERAL JOURNAL' : moneyType,
    number: reference ?? '',
    dueOn: null,
    name: `factor ${factorId}`,
    lines: [line('factor-bank', figure, text), line('factor-clearing', negate(figure), text)],
  })
}

function line(account: string, amount: Amount, text: string): BookLine {
  return { account, amount, text, truck: null }
}
