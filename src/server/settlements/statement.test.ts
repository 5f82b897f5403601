import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newCompanySchema } from '#core/company.ts'
import { toAmount, toCents } from '#core/money.ts'
import { sumsOf, type Line } from '#core/settlement-lines.ts'
import {
  EXPENSE_CATEGORIES,
  netPayment,
  noExpenses,
  totalExpenses,
  type Expenses,
} from '#core/settlement.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementOf, type StatementData } from './statement.ts'

const stamps = { userId: '', version: 1, createdAt: '', updatedAt: '' }
const company = {
  ...newCompanySchema.parse({ companyName: 'Blue Ridge Carriers' }),
  ...stamps,
  id: null,
}

const PENDING = {
  status: 'pending' as const,
  number: null,
  approvedAt: null,
  ownerId: null,
  paidOn: null,
  paymentMethod: null,
  paymentReference: null,
  voidedAt: null,
  voidReason: null,
}

function dataOf(
  revenues: bigint[],
  expenses: Expenses,
  stored = revenues.reduce((sum, one) => sum + one, 0n),
): StatementData {
  const totalRevenue = toAmount(stored)
  return {
    company,
    settlement: {
      ...expenses,
      ...stamps,
      id: 1,
      truckId: 1,
      settlementDate: '2026-11-20',
      weekNumber: 3,
      weekYear: 2026,
      startDate: '2026-11-15',
      endDate: '2026-11-21',
      totalRevenue,
      totalExpenses: toAmount(totalExpenses(expenses)),
      netPayment: toAmount(netPayment(totalRevenue, expenses)),
      ...PENDING,
      notes: null,
      statementUrl: null,
    },
    truck: { truckId: '101', year: 2021, make: 'Freightliner', model: 'Cascadia', vin: '1FUJ' },
    payee: {
      name: 'Łukasz Nguyễn',
      address: '12 Elm\nDallas',
      taxIdEnding: '6789',
      paymentMethod: 'check',
    },
    drivers: ['Σωκράτης', 'Дмитро 物流'],
    loads: revenues.map((revenue, index) => loadOf(revenue, index)),
    lines: EXPENSE_CATEGORIES.map((category) => lineOf({ category, amount: expenses[category] })),
    balances: [],
    yearToDate: { revenue: '1.00', expenses: '2.00', net: '-1.00', loads: 1 },
    year: 2026,
  }
}

function lineOf(given: Partial<Line>): Line {
  return {
    ...stamps,
    id: 1,
    billingId: 1,
    truckId: 1,
    kind: 'plain',
    category: 'other',
    description: null,
    reference: null,
    date: '2026-11-20',
    quantity: null,
    rate: null,
    amount: '0.00',
    loadId: null,
    ruleId: null,
    ruleKey: null,
    carriedFrom: null,
    corrects: null,
    takenOver: false,
    byHand: false,
    voided: false,
    formula: null,
    ...given,
  }
}

function loadOf(revenue: bigint, index: number) {
  return {
    id: index,
    loadId: `L-${index}`,
    broker: 'Landstar',
    driver: null,
    driver2: null,
    pickupCity: 'Dallas',
    pickupState: 'TX',
    pickupDate: '2026-11-16',
    deliveryCity: 'Truth or Consequences',
    deliveryState: 'NM',
    deliveryDate: null,
    cargoType: null,
    weight: '0.00',
    miles: '781.50',
    revenue: toAmount(revenue),
  }
}

const printed = (money: string) => BigInt(money.replaceAll(/[$,.]/g, ''))
const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
const amounts = fc.bigInt({ min: -99_999_999_99n, max: 99_999_999_99n })
const revenues = fc.array(fc.bigInt({ min: 0n, max: 99_999_999_99n }), { maxLength: 20 })

const kinds = fc.constantFrom<Line['kind']>('plain', 'entered', 'rule', 'refund', 'correction')
const someLines = fc.array(
  fc.record({ category: fc.constantFrom(...EXPENSE_CATEGORIES), cents: amounts, kind: kinds }),
)
const carries = fc.record({ in: fc.option(amounts), out: fc.option(amounts) })

test('A5.settlement.2 B28 C4 C6 every printed line adds up to its printed total, and the totals to the net', () => {
  fc.assert(
    fc.property(revenues, someLines, carries, fc.boolean(), (loads, given, carry, drifted) => {
      const lines = [
        ...given.map(({ cents, ...line }) => lineOf({ ...line, amount: toAmount(cents) })),
        ...carryLines('carry-in', carry.in),
        ...carryLines('carry-out', carry.out),
      ]
      const data = dataOf(loads, sumsOf(lines), drifted ? 123_45n : sum(loads))
      const { revenue, deductions, carried, net, ...rest } = statementOf({ ...data, lines })
      const ofLoads = sum(rest.loads.map((load) => printed(load.revenue)))
      const difference = printed(revenue.lines[1]?.amount ?? '0')
      const total = printed(revenue.total.amount)
      expect(ofLoads + difference).toBe(total)
      expect(total).toBe(toCents(data.settlement.totalRevenue))
      for (const group of deductions.groups) {
        expect(sum(group.lines.map(({ amount }) => printed(amount)))).toBe(
          printed(group.total.amount),
        )
      }
      const deducted = sum(deductions.groups.map((group) => printed(group.total.amount)))
      expect(deducted).toBe(printed(deductions.total.amount))
      const [before, ...moved] = carried.map(({ amount }) => printed(amount))
      expect(total - deducted).toBe(before ?? printed(net.amount))
      expect(total - deducted + sum(moved)).toBe(printed(net.amount))
      expect(total - toCents(data.settlement.totalExpenses)).toBe(printed(net.amount))
    }),
  )
})

function carryLines(kind: Line['kind'], cents: bigint | null): Line[] {
  return cents === null ? [] : [lineOf({ kind, amount: toAmount(cents), description: kind })]
}

test('C6 a deduction says how it was computed, its reference and its date; a skipped one is not printed', () => {
  const data = dataOf([], noExpenses())
  const fuel = {
    category: 'fuel',
    kind: 'entered',
    description: 'Loves',
    reference: 'T-9',
  } as const
  data.lines = [
    lineOf({ ...fuel, quantity: '120.50', rate: '3.89', amount: '468.75', date: '2026-11-17' }),
    lineOf({ kind: 'rule', description: 'Fee', amount: '0.00', formula: 'skipped' }),
  ]
  const { groups } = statementOf(data).deductions
  expect(groups).toEqual([
    {
      title: 'Fuel',
      lines: [
        { date: '11/17/2026', label: 'Loves', note: '120.5 × $3.89  ·  T-9', amount: '$468.75' },
      ],
      total: { label: 'Total Fuel', amount: '$468.75' },
    },
  ])
})

test('a tax id shows its last four alone', () => {
  const { payee } = statementOf(dataOf([], noExpenses()))
  expect(payee.lines).toContain('Tax ID ending in 6789')
  expect(JSON.stringify(payee)).not.toContain('345')
})

test('names of many alphabets come out of the PDF, what the font lacks as a box', async () => {
  const [page = ''] = await pdfText(await statementPdf(statementOf(dataOf([10_00n], noExpenses()))))
  for (const name of [
    'Łukasz Nguyễn',
    'Σωκράτης',
    'Дмитро □□',
    'Period',
    '11/15/2026 – 11/21/2026',
  ])
    expect(page).toContain(name)
})

test('sixty loads run over pages, with the head and the table’s head on each, and the same bytes each time', async () => {
  const statement = statementOf(dataOf(Array<bigint>(60).fill(1_00n), noExpenses()))
  const [first, second] = [await statementPdf(statement), await statementPdf(statement)]
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

test('the longest names and notes stay on the page', async () => {
  const data = dataOf([99_999_999_99n], noExpenses(), 99_999_999_999_99n)
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).slice(0, 200)
  data.company = { ...company, companyName: long, companyAddress: long }
  data.payee = { name: long, address: 'x'.repeat(500), taxIdEnding: null, paymentMethod: 'check' }
  data.settlement.notes = 'word '.repeat(2000)
  data.drivers = [long, long]
  const pages = await pdfText(await statementPdf(statementOf(data)))
  expect(pages.join('').match(/word/g)).toHaveLength(2000)
  expect(pages.join('')).toContain('$99,999,999,999.99')
})
