import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Expenses } from '#core/settlements/settlement.ts'
import { ACCOUNT_KINDS } from './account-kinds.ts'
import { printNames } from './names.ts'
import { recordPayment, recordStatement } from './owner-records.ts'
import { cutText, toPlainName, toPlainText } from './plain-text.ts'
import { proveGroups } from './proof.ts'
import { recordReceivable, type ReceivableFact } from './receivable-records.ts'
import { isBalanced } from './records.ts'

test.each([
  ['Łukasz “Fast”, Inc.', 'Lukasz Fast Inc.'],
  ['O’Brien & Søn', "O'Brien & Son"],
  ['a\tb\r\nc;"d"', 'a b c d'],
  ['貨運', '??'],
  ['=1+1', "'=1+1"],
  ['+Freight', "'+Freight"],
])('C223 %j is printed as %j', (text, plain) => {
  expect(toPlainText(text)).toBe(plain)
})

test('C223 A colon in a truck or a name makes no sub-class', () => {
  expect(toPlainName('A:1;2')).toBe('A - 1 2')
})

test('C223 Any text becomes one plain cell', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toPlainText(text)).toMatch(/^(?![=+@-])[ !#-+\--:<-~]*$/)
    }),
  )
})

test('C223 A long name is cut between words and listed; two equal names are printed differently', () => {
  expect(cutText('Total Quality Logistics', 20)).toBe('Total Quality')
  expect(cutText('Unbreakable', 6)).toBe('Unbrea')
  const names = [
    { key: 'broker 3', name: 'Acme Freight' },
    { key: 'broker 7', name: 'ACME, Freight' },
    { key: 'broker 8', name: 'Big: Reno' },
    { key: 'owner 2', name: 'Acme Freight' },
    { key: 'owner 4', name: 'International Hauling and Brokerage Company' },
  ]
  const { nameOf, cut } = printNames(names, 30)
  expect(names.map(({ key }) => nameOf(key))).toEqual([
    'Acme Freight',
    'ACME Freight broker 7',
    'Big - Reno',
    'Acme Freight owner 2',
    'International Hauling and',
  ])
  expect(cut).toEqual([
    { name: 'International Hauling and Brokerage Company', printed: 'International Hauling and' },
  ])
})

test('C223 No two names are printed alike, none is longer than allowed', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'A', ' ', ':', 'é', 'b'),
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), (all) => {
      const names = all.map((text, id) => ({ key: `broker ${id}`, name: text }))
      const { nameOf } = printNames(names, 41)
      const printed = names.map(({ key }) => nameOf(key).toLowerCase())
      expect(new Set(printed).size).toBe(names.length)
      expect(printed.every((text) => text.length <= 41)).toBe(true)
    }),
  )
})

const FACT: ReceivableFact = {
  id: 1,
  day: '2026-11-20',
  kind: 'invoice',
  amount: '2480.00',
  brokerId: 7,
  invoiceId: 3,
  creditNoteId: null,
  number: '1042',
  dueOn: '2026-12-20',
  termsDays: 30,
  receipt: null,
  differenceKind: null,
}
const LINES = [
  { kind: 'line-haul', amount: '2400.00' },
  { kind: 'no such kind', amount: '80.00' },
].map((line) => ({ ...line, invoiceId: 3, text: 'x', quantity: null, rate: null, truck: '12' }))

test('C221 An invoice debits the broker and credits its lines; a void reverses it', () => {
  const invoice = recordReceivable(FACT, LINES, 'loan')
  expect(invoice.lines.map(({ account, amount, truck }) => [account, amount, truck])).toEqual([
    ['receivable', '2480.00', null],
    ['income:line-haul', '-2400.00', '12'],
    ['income:other', '-80.00', '12'],
  ])
  const back = recordReceivable({ ...FACT, kind: 'void', amount: '-2480.00' }, LINES, 'loan')
  expect(back.lines.map(({ amount }) => amount)).toEqual(['-2480.00', '2400.00', '80.00'])
  const credits = LINES.map((line) => ({ ...line, amount: `-${line.amount}` }))
  const credit = recordReceivable({ ...FACT, kind: 'credit', amount: '-2480.00' }, credits, 'loan')
  expect(credit.lines.map(({ amount }) => amount)).toEqual(['-2480.00', '2400.00', '80.00'])
  expect([invoice, back, credit].every(isBalanced)).toBe(true)
  expect(isBalanced(recordReceivable({ ...FACT, amount: '2481.00' }, LINES, 'loan'))).toBe(false)
})

test.each([
  ['payment', '-100.00', null, ['undeposited', 'receivable']],
  ['quick-pay', '-100.00', null, ['receivable', 'quick-pay']],
  ['reversal', '100.00', null, ['receivable', 'undeposited']],
  ['reversal', '100.00', 'write-off', ['receivable', 'write-off']],
  ['refund', '100.00', null, ['receivable', 'bank']],
  ['factor-paid', '-100.00', null, ['receivable', 'factor']],
] as const)(
  'C221 A %s of %s (difference: %s) is recorded in %j',
  (kind, amount, difference, accounts) => {
    const record = recordReceivable(
      { ...FACT, kind, amount, differenceKind: difference },
      [],
      'loan',
    )
    expect([record.lines.map(({ account }) => account), isBalanced(record)]).toEqual([
      accounts,
      true,
    ])
  },
)

test('C221 C355 A statement debits gross and credits deductions and net, even if net is below zero', () => {
  const none = Object.fromEntries(
    ACCOUNT_KINDS.filter(({ kind }) => kind.startsWith('deduction:')).map(({ kind }) => [
      kind.slice('deduction:'.length),
      '0.00',
    ]),
  ) as Expenses
  const fact = { ...none, id: 1, isVoid: false, day: '2026-11-20', number: 7, payee: 'owner 2' }
  const statement = {
    ...fact,
    truck: '12',
    settlementDate: '2026-11-20',
    grossPay: '1000.00',
    extraPay: '0.00',
    moved: [],
  }
  const read = (fuel: string, netPayment: string, isVoid = false) => {
    const given = { ...statement, fuel, netPayment, isVoid } as Parameters<
      typeof recordStatement
    >[0]
    const { type, lines, ...record } = recordStatement(given)
    expect(isBalanced({ lines })).toBe(true)
    return [type, record.figure, lines.map(({ account, amount }) => `${account} ${amount}`)]
  }
  expect(read('300.00', '700.00')).toEqual([
    ...['BILL', '700.00'],
    ['payable -700.00', 'owner-pay 1000.00', 'deduction:fuel -300.00'],
  ])
  expect(read('1300.00', '-300.00')[0]).toBe('GENERAL JOURNAL')
  // Detention of 150.00 is gross pay, not a credit of the deductions "other" (C355).
  const paid = { ...statement, grossPay: '1150.00', extraPay: '150.00', other: '-150.00' }
  const { lines } = recordStatement({ ...paid, netPayment: '1150.00' } as Parameters<
    typeof recordStatement
  >[0])
  expect(lines.map(({ account, amount }) => `${account} ${amount}`)).toEqual([
    'payable -1150.00',
    'owner-pay 1150.00',
  ])
  expect(read('300.00', '700.00', true)).toEqual([
    ...['GENERAL JOURNAL', '-700.00'],
    ['payable 700.00', 'owner-pay -1000.00', 'deduction:fuel 300.00'],
  ])
})

test('C221 A payment credits the bank, and its reversal debits it', () => {
  const paid = { id: 1, day: '2026-11-25', payee: 'owner 2', method: 'check', reference: '1001' }
  const book = (event: 'paid' | 'reversed' | 'write-off', kind: 'settlement' | 'hand-out') =>
    recordPayment({ ...paid, event, kind, amount: '700.00' }).lines.map(
      ({ account, amount }) => `${account} ${amount}`,
    )
  expect(book('paid', 'settlement')).toEqual(['bank -700.00', 'payable 700.00'])
  expect(book('paid', 'hand-out')).toEqual(['bank -700.00', 'hand-out 700.00'])
  expect(book('reversed', 'settlement')).toEqual(['bank 700.00', 'payable -700.00'])
  expect(book('write-off', 'settlement')).toEqual(['payment-write-off 700.00', 'payable -700.00'])
})

test('C224 A group is proved if the register equals the sum of the files', () => {
  const sum = (count: number, amount: string) => [{ group: 'Invoices', count, amount }]
  const prove = (count: number, amount: string) =>
    proveGroups(sum(3, '30.00'), sum(1, '10.00'), sum(count, amount))[0]?.isEqual
  expect([prove(2, '20.00'), prove(2, '20.01'), prove(1, '20.00')]).toEqual([true, false, false])
})
