import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAmount, toCents } from '#core/money.ts'
import type { Line } from '#core/settlements/lines.ts'
import { sumByCategory } from '#core/settlements/category-amounts.ts'
import { EXPENSE_CATEGORIES, noExpenses } from '#core/settlements/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { company, makeData, makeLine } from '#server/testing/statement-samples.ts'
import { checkedStatement } from '#server/testing/statement-variants.ts'
import { statementsPdf } from './pdf/document.ts'
import { buildStatement } from './build-statement.ts'
import type { EntryTable } from './statement.ts'

const parseCents = (money: string) => BigInt(money.replaceAll(/[$,.]/g, ''))
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
const amounts = fc.bigInt({ min: -99_999_999_99n, max: 99_999_999_99n })
const revenues = fc.array(fc.bigInt({ min: 0n, max: 99_999_999_99n }), { maxLength: 20 })

const lineKinds = fc.constantFrom<Line['kind']>(
  'plain',
  'entered',
  'rule',
  'refund',
  'correction',
  'extra-pay',
  'offset',
  'withholding',
)
const lineValues = fc.array(
  fc.record({ category: fc.constantFrom(...EXPENSE_CATEGORIES), cents: amounts, kind: lineKinds }),
)
const carryForwards = fc.record({ in: fc.option(amounts), out: fc.option(amounts) })

test('A5.settlement.2 B28 C4 C6 C18 Lines add up to their totals, and the totals to the net', () => {
  fc.assert(
    fc.property(
      revenues,
      lineValues,
      carryForwards,
      fc.boolean(),
      (loads, values, carryForward, drifted) => {
        const lines = [
          ...values.map(({ cents, ...line }) => makeLine({ ...line, amount: toAmount(cents) })),
          ...makeCarryForward('carry-in', carryForward.in),
          ...makeCarryForward('carry-out', carryForward.out),
        ]
        const data = makeData(loads, sumByCategory(lines), drifted ? 123_45n : sum(loads))
        const { revenue, deductions, summary, net, sections, ...rest } = buildStatement({
          ...data,
          lines,
        })
        const loadTotal = sum(rest.loads.map((load) => parseCents(load.revenue)))
        const difference = parseCents(revenue.lines[1]?.amount ?? '0')
        const total = parseCents(revenue.total.amount)
        expect(loadTotal + difference).toBe(total)
        expect(total).toBe(toCents(data.settlement.totalRevenue))
        for (const group of deductions.groups) {
          expect(sum(group.lines.map(({ amount }) => parseCents(amount)))).toBe(
            parseCents(group.total.amount),
          )
        }
        const deducted = sum(deductions.groups.map((group) => parseCents(group.total.amount)))
        expect(deducted).toBe(parseCents(deductions.total.amount))
        const extraPay = addUpTable(sections.extraPay)
        const gross = total + extraPay
        expect(gross).toBe(parseCents(sections.grossPay.amount ?? ''))
        const steps = summary.map(({ amount }) => parseCents(amount))
        const expected = [
          gross,
          ...(sections.reimbursements ? [addUpTable(sections.reimbursements)] : []),
          -deducted,
          ...(sections.adjustments ? [addUpTable(sections.adjustments)] : []),
        ]
        expect(steps.slice(0, expected.length)).toEqual(expected)
        expect(sum(steps)).toBe(parseCents(net.amount))
        expect(total - toCents(data.settlement.totalExpenses)).toBe(parseCents(net.amount))
      },
    ),
  )
})

/** Returns the total of a table, and expects its lines to add up to it. */
function addUpTable(table: EntryTable | null | undefined): bigint {
  if (!table) return 0n
  const total = sum(table.lines.map(({ amount }) => parseCents(amount)))
  expect(total).toBe(parseCents(table.total.amount))
  return total
}

function makeCarryForward(kind: Line['kind'], cents: bigint | null): Line[] {
  return cents === null ? [] : [makeLine({ kind, amount: toAmount(cents), description: kind })]
}

test('C6 A deduction has its computation, reference and date; a skipped one is not printed', () => {
  const data = makeData([], noExpenses())
  const fuel = {
    category: 'fuel',
    kind: 'entered',
    description: 'Loves',
    reference: 'T-9',
  } as const
  data.lines = [
    makeLine({ ...fuel, quantity: '120.50', rate: '3.89', amount: '468.75', date: '2026-11-17' }),
    makeLine({ kind: 'rule', description: 'Fee', amount: '0.00', formula: 'skipped' }),
  ]
  const { groups } = buildStatement(data).deductions
  expect(groups).toEqual([
    {
      title: 'Fuel',
      lines: [
        {
          key: 'line-1',
          date: '11/17/2026',
          label: 'Loves',
          note: '120.5 × $3.89  ·  T-9',
          amount: '$468.75',
        },
      ],
      total: { label: 'Total Fuel', amount: '$468.75' },
    },
  ])
})

test('C6 Both drivers of a team are named on the statement', () => {
  const data = makeData([3000_00n], noExpenses())
  data.drivers = ['Ann Lee', 'Bob Ray']
  expect(buildStatement(data).truck.lines).toContain('Drivers: Ann Lee, Bob Ray')
})

test('A tax ID shows only its last four characters', () => {
  const { payee } = buildStatement(makeData([], noExpenses()))
  expect(payee.lines).toContain('Tax ID ending in 6789')
  expect(JSON.stringify(payee)).not.toContain('345')
})

test('Names of other alphabets are printed; a character without a glyph becomes a box', async () => {
  const [page = ''] = await pdfText(
    await statementsPdf([buildStatement(makeData([10_00n], noExpenses()))]),
  )
  for (const name of [
    'Łukasz Nguyễn',
    'Σωκράτης',
    'Дмитро □□',
    'Period',
    '11/15/2026 – 11/21/2026',
  ])
    expect(page).toContain(name)
})

test('Sixty loads print on several pages with a table head each, always in the same bytes', async () => {
  const statement = buildStatement(makeData(Array<bigint>(60).fill(1_00n), noExpenses()))
  const [first, second] = [await statementsPdf([statement]), await statementsPdf([statement])]
  expect(first.equals(second)).toBe(true)
  const pages = await pdfText(first)
  expect(pages.length).toBeGreaterThanOrEqual(3)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    if (page.includes('L-')) expect(page).toContain('Origin → destination')
  }
  const numbers = pages.join('\n').match(/\bL-\d+/g) ?? []
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => `L-${index}`))
})

test('The longest names and notes are printed in full', async () => {
  const data = makeData([99_999_999_99n], noExpenses(), 99_999_999_999_99n)
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).slice(0, 200)
  data.company = { ...company, companyName: long, companyAddress: long }
  data.payee = { name: long, address: 'x'.repeat(500), taxIdEnding: null, paymentMethod: 'check' }
  data.settlement.notes = 'word '.repeat(2000)
  data.drivers = [long, long]
  const pages = await pdfText(await statementsPdf([buildStatement(data)]))
  expect(pages.join('').match(/word/g)).toHaveLength(2000)
  expect(pages.join('')).toContain('$99,999,999,999.99')
})

test('C6 C16 C25 C323 Every figure that a deduction is computed from is on the statement', async () => {
  const text = (await pdfText(await statementsPdf([buildStatement(checkedStatement)]))).join('\n')
  const printed = text.replaceAll(/\s+/g, ' ')
  for (const figure of [
    // 180.2 empty miles are the sum of a column.
    'Miles Empty Revenue',
    '889 120 $2,350.06',
    'Total revenue 1,397 180.2 $4,779.31',
    '180.2 empty mi × $0.055',
    'percentages count it',
    '25% × $3,812.37 net · net is $5,029.31 gross pay, less $1,207.03 backup withholding, less $9.91 deductions without a minimum net',
    'flat $100.00 · minimum net $500.00',
    'limited to keep a net of $3,000.00 · $400.00 not deducted yet $0.00',
    'Backup withholding 24% × $5,029.31',
    'Not deducted yet: Yard $300.00 $400.00 $700.00',
  ])
    expect(printed).toContain(figure)
})

test('C6 C323 The column of empty miles prints only if an amount is computed from them', () => {
  const lines = checkedStatement.lines.filter(({ basis }) => basis !== 'per-empty-mile')
  const totalOf = (data: typeof checkedStatement) =>
    buildStatement(data).loadColumns.find(({ name }) => name === 'emptyMiles')?.total
  expect(totalOf({ ...checkedStatement, lines })).toBeUndefined()
  const [pay] = checkedStatement.lines
  const extraPay = makeLine({ ...pay, kind: 'extra-pay', extraPay: 'other' })
  expect(totalOf({ ...checkedStatement, lines: [extraPay] })).toBe('180.2')
})
