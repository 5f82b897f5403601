/** Reads each kind of statement back from its PDF and adds up its figures. */
import { describe, expect, test } from 'vitest'
import { pdfRows, pdfText, type PrintedRow } from '#server/testing/pdf-text.ts'
import { statementVariants } from '#server/testing/statement-variants.ts'
import type { EntryTable, Statement } from './statement.ts'
import { toDrawable } from './pdf/fonts.ts'
import { statementsPdf } from './pdf/document.ts'

/** The right edges of the columns of amounts, in points: lines of a category, and totals. */
const LINE_COLUMN = 476
const TOTAL_COLUMN = 564

/** The rows between the first row that matches `from` and the next row that matches `to`. */
function rowsBetween(rows: PrintedRow[], from: RegExp, to: RegExp): PrintedRow[] {
  const start = rows.findIndex(({ text }) => from.test(text))
  const end = rows.findIndex(({ text }, index) => index > start && to.test(text))
  expect(start, String(from)).toBeGreaterThanOrEqual(0)
  expect(end, String(to)).toBeGreaterThan(start)
  return rows.slice(start + 1, end)
}

function amountsAt(column: number, { amounts }: PrintedRow): bigint[] {
  return amounts.filter(({ right }) => Math.abs(right - column) <= 1).map(({ cents }) => cents)
}

const sum = (cents: bigint[]) => cents.reduce((total, value) => total + value, 0n)

function findAmount(rows: PrintedRow[], label: RegExp): bigint {
  const row = rows.find(({ text }) => label.test(text))
  expect(row?.amounts, String(label)).toHaveLength(1)
  return row?.amounts[0]?.cents ?? 0n
}

/**
 * Returns the sum of all categories, and expects lines to add up to their category's total. A single line is in the
 * total column.
 */
function addUpDeductions(rows: PrintedRow[]): bigint {
  const sums = { lines: 0n, categories: 0n }
  for (const row of rows) {
    sums.lines += sum(amountsAt(LINE_COLUMN, row))
    const total = sum(amountsAt(TOTAL_COLUMN, row))
    if (/^Total /.test(row.text)) {
      expect(total, row.text).toBe(sums.lines)
      sums.lines = 0n
    }
    sums.categories += total
  }
  expect(sums.lines).toBe(0n)
  return sums.categories
}

/**
 * Returns the total of a table, and expects its lines to add up to it. Returns 0 if the statement has no
 * such table.
 */
function addUpTable(
  rows: PrintedRow[],
  table: EntryTable | null | undefined,
  from: RegExp,
  to: RegExp,
): bigint {
  if (!table) return 0n
  const lines = rowsBetween(rows, from, to).flatMap((row) => amountsAt(TOTAL_COLUMN, row))
  expect(lines).toHaveLength(table.lines.length)
  expect(sum(lines)).toBe(findAmount(rows, to))
  return sum(lines)
}

/** Texts of a statement that are never divided by the end of a page. */
function listTexts({ loads, deductions, carrier, payee, facts }: Statement): string[] {
  const lines = deductions.groups.flatMap(({ lines }) => lines)
  return [
    ...[carrier.heading, ...carrier.lines, payee.heading, payee.lines[0] ?? ''],
    ...loads.map(({ number }) => number),
    ...lines.flatMap(({ label, note = '' }) => [label, note]),
    ...facts.map(({ value }) => value),
  ].map(toDrawable)
}

const cases = Object.entries(statementVariants).map(([name, statement]) => ({ name, statement }))

describe.each(cases)('$name', ({ statement }) => {
  test('C6 C18 Printed lines add up to their totals, and the totals to the net payment', async () => {
    const rows = await pdfRows(await statementsPdf([statement]))
    const { extraPay, reimbursements, adjustments } = statement.sections
    const earned = rowsBetween(rows, /^Load # /, /^Total revenue/)
      .filter(({ text }) => !text.startsWith('Load total (current)'))
      .flatMap((row) => amountsAt(TOTAL_COLUMN, row))
    expect(earned.length).toBeGreaterThanOrEqual(statement.loads.length)
    expect(sum(earned)).toBe(findAmount(rows, /^Total revenue/))
    const extra = addUpTable(rows, extraPay, /^Extra pay /, /^Total extra pay/)
    const gross = sum(earned) + extra
    if (extraPay) expect(findAmount(rows, /^Gross pay \$/)).toBe(gross)
    const credits = addUpTable(rows, reimbursements, /^Reimbursements /, /^Total reimbursements/)

    const deducted = addUpDeductions(rowsBetween(rows, /^Deductions/, /^Total deductions/))
    expect(deducted).toBe(findAmount(rows, /^Total deductions/))
    const adjusted = addUpTable(rows, adjustments, /^Adjustments /, /^Total adjustments/)

    const before = adjustments ? /^Total adjustments/ : /^Total deductions/
    const steps = rowsBetween(rows, before, /^Net payment/).flatMap((row) =>
      amountsAt(TOTAL_COLUMN, row),
    )
    const printed = [
      gross,
      ...(reimbursements ? [credits] : []),
      -deducted,
      ...(adjustments ? [adjusted] : []),
    ]
    expect(steps.slice(0, printed.length)).toEqual(printed)
    expect(sum(steps)).toBe(findAmount(rows, /^Net payment/))
  })

  test('C6 Payments and the open amount add up to the net payment', async () => {
    const rows = await pdfRows(await statementsPdf([statement]))
    const net = findAmount(rows, /^Net payment/)
    if (!statement.sections.open) return
    const paid = rowsBetween(rows, /^Net payment/, /^Open amount/)
      .filter(({ text }) => !text.startsWith('Already paid'))
      .flatMap((row) => amountsAt(TOTAL_COLUMN, row))
    const applied = rows
      .filter(({ text }) => text.startsWith('Already paid'))
      .flatMap((row) => amountsAt(TOTAL_COLUMN, row))
    expect([paid.length, applied.length]).toEqual([
      statement.sections.payments.length,
      statement.sections.applied.length,
    ])
    expect(net + sum(applied) - sum(paid)).toBe(findAmount(rows, /^Open amount/))
  })

  test('C5 C6 Balances and the year to date add up', async () => {
    const rows = await pdfRows(await statementsPdf([statement]))
    const balances = statement.balances.length
      ? rowsBetween(rows, /^Balances/, /^Year to date/).filter(({ amounts }) => amounts.length)
      : []
    expect(balances).toHaveLength(statement.balances.length)
    for (const { amounts } of balances) {
      const [opening = 0n, change = 0n, closing] = amounts.map(({ cents }) => cents)
      expect(opening + change).toBe(closing)
    }
    const start = rows.findIndex(({ text }) => text.startsWith('Year to date'))
    const year = rows.slice(start).find(({ amounts }) => amounts.length === 3)
    const [revenue = 0n, expenses = 0n, net] = (year?.amounts ?? []).map(({ cents }) => cents)
    expect(revenue - expenses).toBe(net)
  })

  test('C6 No text is cut off, and each page has the statement’s and its own number', async () => {
    const pages = await pdfText(await statementsPdf([statement]))
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(statement.footer)
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      if (statement.mark) expect(page).toContain(statement.mark)
    }
    const removeSpaces = (text: string) => text.replaceAll(/\s/g, '')
    const printed = removeSpaces(pages.join(''))
    expect(printed).not.toContain('…')
    for (const text of listTexts(statement)) expect(printed).toContain(removeSpaces(text))
  })
})
