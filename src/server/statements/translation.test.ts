import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formatMoney } from '#core/money.ts'
import type { PrintedStatement } from '#core/portal/printed-statement.ts'
import { pdfRows, pdfText } from '#server/testing/pdf-text.ts'
import { buildPrintedStatement } from './build-printed-statement.ts'
import { buildStatement } from './build-statement.ts'
import { FORMAT_NUMBERS } from './format.ts'
import { statementsPdf } from './pdf/document.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'

type Fixture = { name: string; data: StatementData }

const statements = FORMAT_NUMBERS.flatMap((format) => {
  const file = new URL(`formats/fixtures/format-${format}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { statements: Fixture[] }).statements
})

/** Captions that only the English print has. */
const ENGLISH =
  /\b(Statement|Settlement date|Page \d|Deductions|Net payment|Gross pay|Revenue|Pay to|Delivery)\b/

describe.each(statements)('$name', ({ data }) => {
  test('C80 A translation prints the amounts of the original, in its order', async () => {
    const original = await statementsPdf([buildStatement(data)])
    const translation = await statementsPdf([buildStatement(data, null, 'es')])
    expect(await listAmounts(translation)).toEqual(await listAmounts(original))
  })

  test('C80 Each page of a translation says that it is one, and has no English caption', async () => {
    const pages = await pdfText(await statementsPdf([buildStatement(data, null, 'es')]))
    expect(pages[0]).toContain('La liquidación original en inglés es el documento oficial')
    for (const page of pages) {
      expect(page).toContain('Traducción')
      expect(page.replaceAll(/\s+/g, ' ')).not.toMatch(ENGLISH)
    }
  })

  test('C78 The portal shows the printed amounts of loads, lines and totals', async () => {
    const inPdf = new Set(await listAmounts(await statementsPdf([buildStatement(data)])))
    const printed = buildPrintedStatement(data, 'en')
    const shown = new Set(listShown(printed))
    // A category's total is printed only.
    expect([...shown].filter((amount) => !inPdf.has(amount))).toEqual([])
    expect(shown).toContain(printed.net.amount)
    expect(listShown(buildPrintedStatement(data, 'es'))).toEqual(listShown(printed))
  })
})

async function listAmounts(pdf: Uint8Array): Promise<string[]> {
  const rows = await pdfRows(pdf)
  return rows.flatMap(({ amounts }) => amounts.map(({ cents }) => formatMoney(cents)))
}

function listShown({
  sections,
  summary,
  net,
  payments,
  balances,
  yearToDate,
}: PrintedStatement): string[] {
  const tables = [...sections, ...(payments ? [payments] : []), yearToDate]
  return [
    ...tables.flatMap(({ lines, totals }) => [...lines, ...totals]),
    ...[...summary, net],
    ...balances.rows.flatMap(({ figures }) => figures),
  ].map(({ amount }) => amount)
}
