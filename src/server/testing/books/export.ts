/** Makes files for the books through the API, and adds up their amounts by account. */
import { expect } from 'vitest'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import type { BooksDays, BooksPreview } from '#core/books/books.ts'
import type { FactoringMethod } from '#core/books/factoring-methods.ts'
import { BOOK_FORMAT_VALUES } from '#core/books/formats.ts'
import { addDays, type Day, type Period } from '#core/calendar.ts'
import type { Client } from '#server/testing/test-app.ts'
import { readIif } from './read-iif.ts'
import { readCents, readQuickBooksCsv } from './read-journal.ts'

/** Every kind has an account with the name of the kind. */
export const OWN_NAMES = ACCOUNT_KINDS.map(({ kind, item }) => ({
  kind,
  account: kind,
  item: item ? kind.slice('income:'.length) : '',
}))

/** Maps each kind of account to its own name. */
export async function mapOwnNames(client: Client, factoring?: FactoringMethod): Promise<void> {
  const sent = { accounts: OWN_NAMES, factoring }
  const { status, text } = await client.put('/api/books/accounts', sent)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
}

export async function makeFile(client: Client, days: BooksDays): Promise<string> {
  const made = await client.post('/api/export-batches', days)
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
  return (await client.get(`/api/export-batches/${made.body.id}/file`)).text
}

/** Checks that the preview's count of earlier records is what a file of all earlier days would have. Returns the counts. */
export async function countBefore(client: Client, day: Day): Promise<number[]> {
  const preview = async (format: BooksDays['format'], from: Day, to: Day) =>
    (await client.get<BooksPreview>(`/api/books/preview?from=${from}&to=${to}&format=${format}`))
      .body
  const counts: number[] = []
  for (const format of BOOK_FORMAT_VALUES) {
    const { before } = await preview(format, day, day)
    const { records, notes } = await preview(format, '1900-01-01', addDays(day, -1))
    expect([format, day, before]).toEqual([format, day, records + notes.length])
    counts.push(before)
  }
  return counts
}

/** The invoices, a part of the file after the other. */
export async function makeInvoiceParts(client: Client, days: Period): Promise<string[]> {
  const made = await client.post('/api/export-batches', { ...days, format: 'qbo-invoices' })
  expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
  const texts: string[] = []
  for (;;) {
    const path = `/api/export-batches/${made.body.id}/file?part=${texts.length + 1}`
    const { status, text } = await client.get(path)
    if (status !== 200) return texts
    texts.push(text)
  }
}

/** Debits less credits of each account in cents, without accounts of zero. Throws if an entry does not add up. */
export function netByAccount(text: string, format: BooksDays['format']): Record<string, bigint> {
  const nets = new Map<string, bigint>()
  for (const { account, cents } of format === 'iif' ? iifLines(text) : journalLines(text))
    nets.set(account, (nets.get(account) ?? 0n) + cents)
  return Object.fromEntries([...nets].filter(([, cents]) => cents !== 0n))
}

function iifLines(text: string) {
  return readIif(text).flatMap(({ first, splits }) => [first, ...splits])
}

function journalLines(text: string) {
  return [...readQuickBooksCsv(text)].flatMap(([number, rows]) => {
    const lines = rows.map((row) => ({
      account: row['*AccountName'] ?? '',
      cents: readCents(row['*Debits'] ?? '') - readCents(row['*Credits'] ?? ''),
    }))
    expect([number, lines.reduce((sum, { cents }) => sum + cents, 0n)]).toEqual([number, 0n])
    return lines
  })
}
