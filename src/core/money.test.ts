import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addUp,
  formatMoney,
  formatQuantity,
  groupTyped,
  hasDecimalComma,
  parseAmount,
  percentChange,
  readTypedAmount,
  toAmount,
  toCents,
} from './money.ts'

const cents = fc.bigInt({ min: -99_999_999_999_99n, max: 99_999_999_999_99n })

test.each([
  ['0', 0n],
  ['5', 500n],
  ['-0.5', -50n],
  ['1234.50', 123450n],
  ['007', 700n],
  ['99999999.99', 9999999999n],
])('B13 "%s" is an amount', (text, expected) => expect(parseAmount(text)).toBe(expected))

test.each([
  '',
  ' 1',
  '1e3',
  '0x1F',
  '1_000',
  '10.005',
  'NaN',
  '$5',
  '1,000',
  '.5',
  '5.',
  '+5',
  '--5',
  'Infinity',
  '٣',
])('B13 "%s" is not an amount', (text) => expect(parseAmount(text)).toBeNull())

test.each([
  ['$1,234.50', '1234.50'],
  ['1,234,567', '1234567.00'],
  ['.5', '0.50'],
  ['5.', '5.00'],
  [' $ 12 ', '12.00'],
  ['-$5', '-5.00'],
  ['$-5', '-5.00'],
  ['abc', null],
  ['1,23', null],
  ['1.234', null],
  ['-$-5', null],
  ['.', null],
  ['$', null],
  ['', null],
])('B14 The typed amount "%s" is %s', (typed, amount) =>
  expect(readTypedAmount(typed)).toBe(amount),
)

test.each([
  ['(150.00)', '-150.00'],
  ['($1,250.00)', '-1250.00'],
  ['$(75.50)', '-75.50'],
  ['( 75.50 )', '-75.50'],
  ['150.00-', '-150.00'],
  [' $ -   ', '0.00'],
  [' $ 2,400.00 ', '2400.00'],
  ['$2,150.00 USD', '2150.00'],
  ['USD 900', '900.00'],
  ['US$ 900', '900.00'],
  ['900 usd', '900.00'],
  ['-USD 900', '-900.00'],
  ['+60.00', '60.00'],
  ['+$60', '60.00'],
  ['-$2.19', '-2.19'],
  ['$-2.19', '-2.19'],
  ['\u221260.00', '-60.00'],
  ['\u201360.00', '-60.00'],
  ['-0.00', '0.00'],
  ['\u00a0$\u00a01,000.00\u00a0', '1000.00'],
])('C430 The amount %j is %s', (typed, amount) => expect(readTypedAmount(typed)).toBe(amount))

test.each([
  ...[
    '1,5',
    '12,34,567.00',
    '2400.005',
    '2.4E+03',
    '1.00E+05',
    '(-5)',
    '-(5)',
    '(5)-',
    '+-5',
    '5-5',
  ],
  ...[
    '(5',
    '5)',
    '-',
    '()',
    '$',
    '2,150.00 CAD',
    '1,200.00\n300.00',
    '1 234',
    '\u20ac5',
    '5%',
    '$5 per mile',
  ],
])('C430 %j is not an amount', (typed) => expect(readTypedAmount(typed)).toBeNull())

test.each([
  ['1,5', true, '1.50'],
  ['1.234,50', true, '1234.50'],
  ['(1.234,50)', true, '-1234.50'],
  ['1234,5', true, '1234.50'],
  ['1,234', false, null],
  ['1,234.50', false, null],
  ['12', false, '12.00'],
  ['1.234.567', true, '1234567.00'],
])('C430 %j has a decimal comma: %s; asked for, it is %s', (typed, isComma, amount) => {
  expect(hasDecimalComma(typed)).toBe(isComma)
  expect(readTypedAmount(typed, 2, ',')).toBe(amount)
})

test('B13 Amounts convert to cents and back, and sums are exact', () => {
  fc.assert(fc.property(cents, (value) => toCents(toAmount(value)) === value))
  fc.assert(
    fc.property(
      fc.array(cents),
      (values) => addUp(values.map(toAmount)) === values.reduce((sum, value) => sum + value, 0n),
    ),
  )
})

test('B14 A parsed typed amount is valid in the API', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const amount = readTypedAmount(typed)
      return amount === null || toAmount(toCents(amount)) === amount
    }),
  )
})

test.each([
  [15000n, 10000n, 50],
  [5000n, 10000n, -50],
  [10005n, 10000n, 0.1],
  [10004n, 10000n, 0],
  [9995n, 10000n, -0.1],
  [100n, 0n, null],
  [0n, 100n, -100],
  [100n, -50n, -300],
])('B35 %i after %i is a change of %s percent', (now, before, expected) =>
  expect(percentChange(now, before)).toBe(expected),
)

test.each([
  [0n, '$0.00'],
  [123456789n, '$1,234,567.89'],
  [-5n, '-$0.05'],
  [99_999_999_999_99n, '$99,999,999,999.99'],
])('B38 %i cents are shown as %s', (value, text) => expect(formatMoney(value)).toBe(text))

test.each([
  ['781.00', '781'],
  ['42000.50', '42,000.5'],
  ['0.25', '0.25'],
])('B38 %s miles are shown as %s', (amount, text) => expect(formatQuantity(amount)).toBe(text))

test.each([
  ['1126.65', '1,126.65'],
  ['-1126.65', '-1,126.65'],
  ['999.00', '999.00'],
  ['12345678.1234', '12,345,678.1234'],
  ['', ''],
  ['a lot', 'a lot'],
  ['1,50', '1,50'],
])('B14 B38 The field shows %s as %s', (value, text) => expect(groupTyped(value)).toBe(text))
