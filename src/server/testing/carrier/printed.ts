/** Compares settlements, printed statements and CSV files with the model of a carrier. */
import { expect } from 'vitest'
import { formatMoney, toAmount } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { ModelPayment, YearEntry } from './payment-model.ts'
import { sumDeductions, type Expected } from './model.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import type { TestCarrier } from '#server/testing/test-carrier.ts'

export type Stated = {
  id: number
  number: number
  expected: Expected
  payee: string
  date: string
  /** Gross pay and net of the payee's year up to this statement, when it was approved. */
  year: { gross: bigint; net: bigint }
}

export function expectFigures(settlement: Settlement, expected: Expected): void {
  const { revenue, extraPay, lumper, fuel, repair, trailer, net } = expected
  const { adjustment, offset, broughtForward, carriedForward } = expected
  const other =
    sumDeductions(expected) -
    (fuel + repair + trailer + extraPay + lumper) +
    (adjustment + offset + broughtForward - carriedForward)
  expect(settlement).toMatchObject({
    totalRevenue: toAmount(revenue),
    extraPay: toAmount(extraPay),
    fuel: toAmount(fuel),
    maintenance: toAmount(repair),
    trailerRental: toAmount(trailer),
    other: toAmount(other),
    netPayment: toAmount(net),
  })
}

/**
 * Reading a PDF is slow. So the tests read only every fourth statement, and all statements with a carry-forward, an adjustment or an
 * offset.
 */
export function isRead({ number, expected }: Stated): boolean {
  const { carriedForward, broughtForward, adjustment, offset } = expected
  return number % 4 === 0 || carriedForward + broughtForward + adjustment > 0n || offset !== 0n
}

/** Checks the print of a statement and returns its text. */
export async function expectPrinted(
  carrier: TestCarrier,
  { id, number, expected, year }: Stated,
): Promise<string> {
  const text = (await pdfText(await carrier.readPdf(id))).join('\n')
  expect(text).toContain(`Statement ${number}, settlement date`)
  const { revenue, extraPay, lumper, escrow, net } = expected
  const { adjustment, offset, broughtForward, carriedForward } = expected
  const always: [label: string, cents: bigint][] = [
    ['Total revenue [\\d,.]+', revenue],
    ['Net payment', net],
    ['Total deductions', sumDeductions(expected)],
  ]
  const optional: [label: string, cents: bigint][] = [
    ['Balance forward from statement \\d+ \\([\\d/]+\\)', -broughtForward],
    ['Carried forward to next statement', carriedForward],
    ['Total adjustments to prior statements', -adjustment],
    ['Total extra pay', extraPay],
    ['Total reimbursements', lumper],
    ['Offset with statement \\d+ \\(truck T-\\d+\\)', -offset],
  ]
  for (const [label, cents] of revenue > 0n ? always : always.slice(1))
    expect([label, figuresOn(text, label)]).toEqual([label, [formatMoney(cents)]])
  for (const [label, cents] of optional) {
    const printed = cents === 0n ? [] : [formatMoney(cents)]
    expect([label, figuresOn(text, label)]).toEqual([label, printed])
  }
  expect(figuresOn(text, 'Gross pay')).toContain(formatMoney(revenue + extraPay))
  const [, yearToDate = ''] = text.split('Year to date')
  const ofYear = [year.gross, year.gross - year.net, year.net].map(formatMoney)
  expect(yearToDate.match(/-?\$[\d,]+\.\d\d/g)?.slice(0, 3)).toEqual(ofYear)
  const { fuel, repair, trailer, fee, subscription, advance } = expected
  for (const cents of [fuel, repair, trailer, fee, subscription, advance, escrow])
    if (cents !== 0n) expect(text).toContain(formatMoney(cents))
  return text
}

function figuresOn(text: string, label: string): string[] {
  const found = text.matchAll(new RegExp(`${label}\\s*(-?\\$[\\d,]+\\.\\d\\d)`, 'g'))
  return [...found].map(([, amount = '']) => amount)
}

/** Checks paid on, payee, reference, amount and settlement pay of each payment. Returns the register's total. */
export async function expectRegister(
  carrier: TestCarrier,
  year: string,
  payments: ModelPayment[],
): Promise<bigint> {
  const path = `/api/payments/register.csv?from=${year}-01-01&to=${year}-12-31`
  const cells = await readCells(carrier, path)
  const total = cells.pop()?.[6] ?? ''
  const rows = cells.map((row) => [row[0], row[1], row[4], row[5], row[6]].join(' '))
  const own = payments.filter(({ day }) => day.startsWith(year))
  const expected = own.map(({ day, payee, reference, amount, counts }) =>
    [day, payee, reference, toAmount(amount), toAmount(counts)].join(' '),
  )
  expect(rows.toSorted()).toEqual(expected.toSorted())
  const sum = own.reduce((cents, { counts }) => cents + counts, 0n)
  expect(total).toBe(toAmount(sum))
  return sum
}

/** Checks payee, statement, day, gross, deductions, net, extra pay and reimbursements of each row. */
export async function expectYearCsv(carrier: TestCarrier, year: string, counted: YearEntry[]) {
  const cells = await readCells(carrier, `/api/settlements/year.csv?year=${year}`)
  const rows = cells.map((row) => [row[0], row[1], row[4], ...row.slice(9, 14)].join(' '))
  const expected = counted
    .filter(({ day }) => day.startsWith(year))
    .map(({ payee, number, day, gross, extraPay, reimbursements, net }) => {
      const figures = [gross, gross + reimbursements - net, net, extraPay, reimbursements]
      return [payee, number ?? '', day, ...figures.map(toAmount)].join(' ')
    })
  expect(rows.toSorted()).toEqual(expected.toSorted())
}

async function readCells(carrier: TestCarrier, path: string): Promise<string[][]> {
  const lines = (await carrier.client.get(path)).text.trim().split('\r\n').slice(1)
  return lines.map((line) => line.split(','))
}
