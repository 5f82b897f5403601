/** Reads a year's invoices from their PDFs, and its books from the files for QuickBooks. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { FactoringMethod } from '#core/books/factoring-methods.ts'
import type { FactorAccount } from '#core/factoring/responses.ts'
import type { Aging } from '#core/receivables/aging.ts'
import { mapOwnNames } from '#server/testing/books/export.ts'
import { netCents, readCents, readQuickBooksCsv } from '#server/testing/books/read-journal.ts'
import { readIif } from '#server/testing/books/read-iif.ts'
import { pdfRows, pdfText } from '#server/testing/pdf-text.ts'
import type { Body } from '#server/testing/test-app.ts'
import { countStep, type Year } from './carrier.ts'
import {
  entriesUntil,
  heldOf,
  sumCents,
  sumEntries,
  wiredFor,
  withFactorOf,
  type YearContra,
} from './model.ts'

/** `nets`: debits less credits by the name of the account. `numbers`: the numbers of the entries that were read. */
export type YearAccounts = { nets: Map<string, bigint>; numbers: Set<string> }

export function newYearAccounts(): YearAccounts {
  return { nets: new Map(), numbers: new Set() }
}

/** Checks the number, the lines and the total in the PDF of an invoice or credit note. */
export async function checkPdf(app: FastifyInstance, year: Year, printed: Printed): Promise<void> {
  const headers = { cookie: year.client.cookie }
  const url = `/api/invoices/${printed.id}/invoice.pdf`
  const { rawPayload } = await app.inject({ url, headers })
  const rows = await pdfRows(rawPayload)
  const text = (await pdfText(rawPayload)).join('\n')
  expect(text).toContain(printed.number)
  const right = Math.max(...rows.flatMap(({ amounts }) => amounts.map((one) => one.right)))
  const inColumn = rows.filter((row) => !row.text.startsWith('Load total'))
  const lines = inColumn.flatMap(({ amounts }) =>
    amounts.filter((one) => Math.abs(one.right - right) <= 1).map(({ cents }) => cents),
  )
  const [total] = rows.filter((row) => /^Total (?:Due|Credit)/.test(row.text))
  expect([printed.number, total?.amounts.at(-1)?.cents]).toEqual([printed.number, printed.total])
  expect([printed.number, sumCents(lines)]).toEqual([printed.number, printed.total])
}

type Printed = { id: number; number: string; total: bigint }

export function mapAccounts({ client }: Year, method: FactoringMethod): Promise<void> {
  return mapOwnNames(client, method)
}

/** Two people make the same file at once, and only one succeeds. Adds what the file contains to `accounts`. */
export async function exportBooks(
  year: Year,
  [from, to, format]: [string, string, 'qbo-journal' | 'iif'],
  accounts: YearAccounts,
): Promise<void> {
  const sent = { from, to, format }
  const both = await Promise.all(
    [year.client, year.other].map((one) => one.post('/api/export-batches', sent)),
  )
  const said = both.map(({ status, text }) => (status === 201 ? '' : `${status} ${text}`))
  expect([said, both.map(({ status }) => status).toSorted()]).toEqual([said, [201, 409]])
  countStep(year, `file ${format}`)
  const { id } = both.find(({ status }) => status === 201)?.body as Body
  const read = async () => (await year.client.get(`/api/export-batches/${id}/file`)).text
  const text = await read()
  expect(await read()).toBe(text)
  if (format === 'iif') addIif(text, accounts)
  else addJournal(text, accounts)
}

function addTo({ nets }: YearAccounts, account: string, cents: bigint): void {
  nets.set(account, (nets.get(account) ?? 0n) + cents)
}

/** Checks that a number is in the files only once. */
function addNumber({ numbers }: YearAccounts, number: string): void {
  expect([number, numbers.has(number)]).toEqual([number, false])
  numbers.add(number)
}

function addJournal(text: string, accounts: YearAccounts): void {
  for (const [number, rows] of readQuickBooksCsv(text)) {
    addNumber(accounts, number)
    expect([number, netCents(rows)]).toEqual([number, 0n])
    for (const row of rows) {
      const cents = readCents(row['*Debits'] ?? '') - readCents(row['*Credits'] ?? '')
      addTo(accounts, row['*AccountName'] ?? '', cents)
    }
  }
}

function addIif(text: string, accounts: YearAccounts): void {
  for (const { first, splits } of readIif(text))
    for (const { account, cents } of [first, ...splits]) addTo(accounts, account, cents)
}

/**
 * Checks that the accounts of receivables, their contra accounts and the factor's accounts are the model's on the last day of the
 * files. If factoring is recorded as a sale, an invoice that the factor bought is no longer a receivable.
 */
export function checkBooks(
  { model }: Year,
  { nets }: YearAccounts,
  until: string,
  method: FactoringMethod,
): void {
  const facts = model.facts.filter(({ day }) => day <= until)
  const sum = (contra: YearContra) =>
    sumCents(facts.filter((fact) => fact.contra === contra).map(({ cents }) => cents))
  const entries = entriesUntil(model, until)
  const withFactor = withFactorOf(entries)
  const owed = sumCents(facts.map(({ cents }) => cents))
  const same: YearContra[] = ['undeposited', 'quick-pay', 'write-off', 'bank-fee', 'bank']
  const expected: [string, bigint][] = [
    ...same.map((contra): [string, bigint] => [contra, -sum(contra)]),
    ['receivable', method === 'sale' ? owed - withFactor : owed],
    ['factor', method === 'sale' ? 0n : -withFactor],
    ['factor-reserve', heldOf(entries)],
    ['factor-bank', wiredFor(entries)],
    ['factor-clearing', 0n],
    ['factoring-fee', sumEntries(entries, 'fee', 'reserve-fee', 'late-fee')],
    ['factor-cost', sumEntries(entries, 'cost', 'reserve-cost')],
    [
      'factor-fuel',
      sumEntries(entries, 'fuel-advance-repaid') - sumEntries(entries, 'fuel-advance'),
    ],
  ]
  expect(expected.map(([name]) => [name, nets.get(name) ?? 0n])).toEqual(expected)
  const income = [...nets].filter(([name]) => name.startsWith('income')).map(([, cents]) => cents)
  expect(['income', sumCents(income)]).toEqual(['income', -sum('income')])
  expect(sumCents(nets.values())).toBe(0n)
}

/** Checks the accounts against what the product shows on the last day: open amounts, unapplied money and the reserve. */
export async function checkBooksAgainstApp(
  { client, factorId, model }: Year,
  { nets }: YearAccounts,
  day: string,
  method: FactoringMethod,
): Promise<void> {
  const { total } = (await client.get<Aging>(`/api/receivables/aging?asOf=${day}`)).body
  const sold = method === 'sale' ? withFactorOf(entriesUntil(model, day)) : 0n
  expect(nets.get('receivable')).toBe(readCents(total.balance) - sold)
  const path = `/api/factors/${factorId}/account?from=${day}&to=${day}`
  const { closing } = (await client.get<FactorAccount>(path)).body
  expect(nets.get('factor-reserve')).toBe(readCents(closing))
}
