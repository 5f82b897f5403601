import { expect, test } from 'vitest'
import { ENTRY_KINDS } from '#core/factoring/entries.ts'
import { ACCOUNT_KINDS, listFactoringKinds } from './account-kinds.ts'
import {
  recordFactorDeposit,
  recordFactorEntry,
  type BookedEntryKind,
  type FactorEntryFact,
} from './factor-records.ts'
import { recordReceivable, type ReceivableFact } from './receivable-records.ts'
import { isBalanced } from './records.ts'

const FACT: FactorEntryFact = {
  id: 5,
  isVoid: false,
  day: '2026-11-05',
  kind: 'advance',
  amount: '900.00',
  factorId: 3,
  number: '1042',
  brokerId: 7,
  reference: 'W-1',
}

const book = (kind: BookedEntryKind, method: 'sale' | 'loan', isVoid = false) => {
  const record = recordFactorEntry({ ...FACT, kind, isVoid }, method)
  expect(isBalanced(record)).toBe(true)
  return record.lines.map(({ account, amount }) => `${account} ${amount}`)
}

test.each([
  ['advance', 'factor-clearing', 'receivable'],
  ['fee', 'factoring-fee', 'receivable'],
  ['reserve', 'factor-reserve', 'receivable'],
  ['reserve-released', 'factor-clearing', 'factor-reserve'],
  ['reserve-fee', 'factoring-fee', 'factor-reserve'],
  ['reserve-chargeback', 'receivable', 'factor-reserve'],
  ['reserve-cost', 'factor-cost', 'factor-reserve'],
  ['chargeback', 'receivable', 'factor-clearing'],
  ['late-fee', 'factoring-fee', 'factor-clearing'],
  ['cost', 'factor-cost', 'factor-clearing'],
  ['fuel-advance', 'factor-clearing', 'factor-fuel'],
  ['fuel-advance-repaid', 'factor-fuel', 'factor-clearing'],
] as const)(
  'C242 C243 A %s debits %s and credits %s, and its void reverses this',
  (kind, debit, credit) => {
    expect(book(kind, 'sale')).toEqual([`${debit} 900.00`, `${credit} -900.00`])
    expect(book(kind, 'sale', true)).toEqual([`${debit} -900.00`, `${credit} 900.00`])
    const owed = (account: string) => (account === 'receivable' ? 'factor' : account)
    expect(book(kind, 'loan')).toEqual([`${owed(debit)} 900.00`, `${owed(credit)} -900.00`])
  },
)

test('C242 An entry changes the clearing account and the reserve by its effects on them', () => {
  for (const { value, cash, reserve } of ENTRY_KINDS) {
    if (value === 'debtor-paid') continue
    const sum = (account: string) =>
      book(value, 'sale').reduce((all, line) => {
        const [name, amount] = line.split(' ')
        return name === account ? all + Number(amount) : all
      }, 0)
    expect([value, sum('factor-clearing'), sum('factor-reserve')]).toEqual([
      value,
      900 * Number(cash),
      900 * Number(reserve),
    ])
  }
})

test('C243 A sale closes an invoice at the purchase, a loan when the broker pays the factor', () => {
  const paid: ReceivableFact = {
    id: 1,
    day: '2026-11-20',
    kind: 'factor-paid' as const,
    amount: '-1000.00',
    brokerId: 7,
    invoiceId: 3,
    creditNoteId: null,
    number: '1042',
    dueOn: null,
    differenceKind: null,
    termsDays: 30,
    receipt: null,
  }
  expect(recordReceivable(paid, [], 'sale').lines).toEqual([])
  const { lines } = recordReceivable(paid, [], 'loan')
  expect(lines.map(({ account, amount }) => `${account} ${amount}`)).toEqual([
    'receivable -1000.00',
    'factor 1000.00',
  ])
})

test('C242 The broker is named if accounts receivable is in the entry, else the factor', () => {
  const nameOf = (kind: BookedEntryKind, method: 'sale' | 'loan') =>
    recordFactorEntry({ ...FACT, kind }, method).name
  expect([nameOf('advance', 'sale'), nameOf('advance', 'loan'), nameOf('cost', 'sale')]).toEqual([
    'broker 7',
    'factor 3',
    'factor 3',
  ])
})

test('C242 A deposit is money in the bank, or money that the carrier paid', () => {
  const deposit = (amount: string, isVoid = false) => {
    const fact = { id: 1, isVoid, day: '2026-11-05', factorId: 3, reference: null, amount }
    const { type, lines } = recordFactorDeposit(fact)
    return [type, ...lines.map((line) => `${line.account} ${line.amount}`)]
  }
  expect(deposit('900.00')).toEqual(['DEPOSIT', 'factor-bank 900.00', 'factor-clearing -900.00'])
  expect(deposit('-20.00')).toEqual(['CHECK', 'factor-bank -20.00', 'factor-clearing 20.00'])
  expect(deposit('900.00', true)[0]).toBe('GENERAL JOURNAL')
})

test('C244 Every account kind that the method uses must be mapped first', () => {
  expect(listFactoringKinds('sale')).not.toContain('factor')
  expect(listFactoringKinds('loan')).toContain('factor')
  const known = new Set(ACCOUNT_KINDS.map(({ kind }) => kind))
  expect(listFactoringKinds('loan').every((kind) => known.has(kind))).toBe(true)
})
