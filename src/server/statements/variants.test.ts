/** Each kind of statement, read back out of its PDF as an owner reads it, and added up by hand. */
import { describe, expect, test } from 'vitest'
import { pdfRows, pdfText, type PrintedRow } from '#server/testing/pdf-text.ts'
import { statementVariants } from '#server/testing/statement-variants.ts'
import type { Statement } from './text.ts'
import { drawable } from './pdf/fonts.ts'
import { statementPdf } from './pdf/document.ts'

const INNER = 476
const OUTER = 564

type Sums = { lines: bigint; group: bigint; groups: bigint }

/** The rows below the one that begins like `from`, above the one that begins like `to`. */
function between(rows: PrintedRow[], from: RegExp, to: RegExp): PrintedRow[] {
  const start = rows.findIndex(({ text }) => from.test(text))
  const end = rows.findIndex(({ text }, index) => index > start && to.test(text))
  expect(start, String(from)).toBeGreaterThanOrEqual(0)
  expect(end, String(to)).toBeGreaterThan(start)
  return rows.slice(start + 1, end)
}

function at(right: number, { amounts }: PrintedRow): bigint[] {
  return amounts.filter((one) => Math.abs(one.right - right) <= 1).map(({ cents }) => cents)
}

const sum = (cents: bigint[]) => cents.reduce((total, one) => total + one, 0n)

function printedAt(rows: PrintedRow[], label: RegExp): bigint {
  const row = rows.find(({ text }) => label.test(text))
  expect(row?.amounts, String(label)).toHaveLength(1)
  return row?.amounts[0]?.cents ?? 0n
}

/** Lines of a category in the inner column up to its total in the outer one; a single line stands in the outer. */
function addUpDeductions(rows: PrintedRow[]): bigint {
  const sums: Sums = { lines: 0n, group: 0n, groups: 0n }
  for (const row of rows) {
    sums.lines += sum(at(INNER, row))
    const outer = sum(at(OUTER, row))
    if (/^Total /.test(row.text)) {
      expect(outer, row.text).toBe(sums.lines)
      sums.lines = 0n
    }
    sums.groups += outer
  }
  expect(sums.lines).toBe(0n)
  return sums.groups
}

/** What a statement says, but what goes over a page's end: there its foot and the next one's head come between. */
function wordsOf({ loads, deductions, carrier, payee, facts }: Statement): string[] {
  const lines = deductions.groups.flatMap(({ lines }) => lines)
  return [
    ...[carrier.heading, ...carrier.lines, payee.heading, payee.lines[0] ?? ''],
    ...loads.flatMap(({ number }) => [number]),
    ...lines.flatMap(({ label, note = '' }) => [label, note]),
    ...facts.map(({ value }) => value),
  ].map(drawable)
}

const named = Object.entries(statementVariants).map(([name, statement]) => ({ name, statement }))

describe.each(named)('$name', ({ statement }) => {
  test('C6 each printed line adds up to its printed total, and the totals to the net', async () => {
    const rows = await pdfRows(await statementPdf(statement))
    const earned = between(rows, /^Load # /, /^Total revenue/)
      .filter(({ text }) => !text.startsWith('Sum of the loads above'))
      .flatMap((row) => at(OUTER, row))
    expect(earned.length).toBeGreaterThanOrEqual(statement.loads.length)
    expect(sum(earned)).toBe(printedAt(rows, /^Total revenue/))

    const deducted = addUpDeductions(between(rows, /^Deductions/, /^Total deductions/))
    expect(deducted).toBe(printedAt(rows, /^Total deductions/))

    const steps = between(rows, /^Total deductions/, /^Net payment/).flatMap((row) =>
      at(OUTER, row),
    )
    expect(steps.slice(0, 2)).toEqual([sum(earned), -deducted])
    expect(sum(steps)).toBe(printedAt(rows, /^Net payment/))
  })

  test('C5 C6 each balance goes from before to after, and the year’s net is revenue less deductions', async () => {
    const rows = await pdfRows(await statementPdf(statement))
    const balances = statement.balances.length
      ? between(rows, /^Balances/, /by delivery date/).filter(({ amounts }) => amounts.length)
      : []
    expect(balances).toHaveLength(statement.balances.length)
    for (const { amounts } of balances) {
      const [before = 0n, change = 0n, after] = amounts.map(({ cents }) => cents)
      expect(before + change).toBe(after)
    }
    const year = rows.find(({ text, amounts }) => /^\$/.test(text) && amounts.length === 3)
    const [revenue = 0n, expenses = 0n, net] = (year?.amounts ?? []).map(({ cents }) => cents)
    expect(revenue - expenses).toBe(net)
  })

  test('C6 no word is cut off, and each page bears the statement’s number, its own and how many there are', async () => {
    const pages = await pdfText(await statementPdf(statement))
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(statement.footer)
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      if (statement.mark) expect(page).toContain(statement.mark)
    }
    const letters = (text: string) => text.replaceAll(/\s/g, '')
    const printed = letters(pages.join(''))
    expect(printed).not.toContain('…')
    for (const word of wordsOf(statement)) expect(printed).toContain(letters(word))
  })
})
