/** Receipts, invoices and what is left out, in the files for the accountant (SPEC C370–C372). */
import { beforeEach, expect, test } from 'vitest'
import type { BooksPreview, ExportBatch } from '#core/books/books.ts'
import type { BookFormat } from '#core/books/formats.ts'
import {
  makeFile,
  makeInvoiceParts,
  mapOwnNames,
  netByAccount,
} from '#server/testing/books/export.ts'
import { readIif } from '#server/testing/books/read-iif.ts'
import { readQuickBooksCsv } from '#server/testing/books/read-journal.ts'
import {
  createCarrierWithInvoices,
  type CarrierWithInvoices,
} from '#server/testing/receipts/carrier-with-invoices.ts'
import { makeBroker, storeInvoice } from '#server/testing/receivables/ledger-rows.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const DAYS = { from: '2026-09-01', to: '2026-11-20' }
let carrier: CarrierWithInvoices

beforeEach(async () => {
  carrier = await createCarrierWithInvoices(app)
  await mapOwnNames(carrier.client)
})

const preview = async (format: BookFormat, days = DAYS) =>
  (
    await carrier.client.get<BooksPreview>(
      `/api/books/preview?${new URLSearchParams({ ...days, format })}`,
    )
  ).body

const numberOf = async (id: number) =>
  (await carrier.client.get<{ number: string }>(`/api/invoices/${id}`)).body.number

/** Check 884512 of 3,008.00 for three invoices, with 5.00 unapplied. Returns the numbers of the invoices. */
async function takeCheck(more: object = {}) {
  const totals = ['1000.00', '1001.00', '1002.00']
  const ids: number[] = []
  for (const total of totals) ids.push(await carrier.createInvoice({ total }))
  const parts = ids.map((invoiceId, at) => ({ invoiceId, amount: totals[at] }))
  const check = { amount: '3008.00', reference: '884512', depositedOn: '2026-10-22', parts }
  const { body, status, text } = await carrier.take({ ...check, ...more })
  expect([status, status === 201 ? '' : text]).toEqual([201, ''])
  return { id: body.id, ids, numbers: await Promise.all(ids.map(numberOf)) }
}

test('C370 A check for three invoices is one payment with its number, method and deposit in the IIF file', async () => {
  const { numbers } = await takeCheck()
  const all = readIif(await makeFile(carrier.client, { ...DAYS, format: 'iif' }))
  const payments = all.filter(({ type }) => type === 'PAYMENT')
  const [first, second, third] = numbers
  expect(payments.map(({ first: row, splits }) => [row, splits.length])).toMatchObject([
    [
      {
        account: 'undeposited',
        date: '10/20/2026',
        cents: 300_800n,
        number: '884512',
        method: 'Check',
        memo: `Check 884512 deposited 10/22/2026: invoice ${first} 1000.00 / invoice ${second} 1001.00 / invoice ${third} 1002.00 / unapplied 5.00`,
      },
      1,
    ],
  ])
  const invoices = all.filter(({ type }) => type === 'INVOICE')
  expect(invoices.map(({ first: row }) => [row.number, row.due, row.terms])).toEqual(
    numbers.map((number) => [number, '10/31/2026', 'Net 30']),
  )
})

test('C370 The journal has one entry for a check, and texts that the accountant understands', async () => {
  const { numbers } = await takeCheck()
  const shown = await preview('qbo-journal')
  expect([shown.records, shown.transactions]).toEqual([7, 4])
  const text = await makeFile(carrier.client, { ...DAYS, format: 'qbo-journal' })
  const rows = [...readQuickBooksCsv(text).values()].flat()
  const money = rows.filter((row) => row['*AccountName'] === 'undeposited')
  expect(money).toMatchObject([{ '*Debits': '3008.00', '*JournalDate': '10/20/2026' }])
  expect(money[0]?.['Description']).toMatch(/^Check 884512 deposited 10\/22\/2026: invoice /)
  expect(rows.map((row) => row['Description'])).toContain(`Invoice ${numbers[0]}`)
  const [batch] = (await carrier.client.get<ExportBatch[]>('/api/export-batches')).body
  const cover = (await carrier.client.get(`/api/export-batches/${batch?.id}/cover`)).text
  expect(cover).toContain('7 records in 4 transactions. Debits = credits = $6,011.00')
})

test('C370 Money that is moved to another invoice later is no second payment, and a bounced check is one entry', async () => {
  const { id, numbers } = await takeCheck()
  const other = await carrier.createInvoice({ total: '5.00' })
  const later = { from: '2026-10-21', to: '2026-11-20' }
  await makeFile(carrier.client, { from: '2026-09-01', to: '2026-10-20', format: 'iif' })
  const applied = await carrier.apply(id, {
    day: '2026-10-25',
    parts: [{ invoiceId: other, amount: '5.00' }],
  })
  expect(applied.status).toBeLessThan(300)
  const moved = await preview('iif', later)
  expect([moved.records, moved.transactions, moved.debits, moved.problem]).toEqual([
    ...[2, 0, '0.00'],
    null,
  ])
  await carrier.reverse(id, { day: '2026-10-28' })
  const all = readIif(await makeFile(carrier.client, { ...later, format: 'iif' }))
  expect(all.map(({ type, first }) => [type, first.cents, first.memo])).toEqual([
    [
      'GENERAL JOURNAL',
      300_800n,
      expect.stringMatching(`^Reversed Check 884512 .*: .*invoice ${numbers[0]} 1000.00`),
    ],
  ])
  expect(await preview('iif', later)).toMatchObject({ records: 0 })
})

test('C370 Entries of a receipt that an earlier file has are not in its transaction again', async () => {
  const { id } = await takeCheck()
  const first = await makeFile(carrier.client, { ...DAYS, format: 'qbo-journal' })
  const invoice = await carrier.createInvoice({ total: '5.00' })
  await carrier.apply(id, { day: '2026-10-20', parts: [{ invoiceId: invoice, amount: '5.00' }] })
  await carrier.refund((await carrier.take({ amount: '9', parts: [] })).body.id, {
    day: '2026-10-25',
    amount: '4',
  })
  const second = await makeFile(carrier.client, { ...DAYS, format: 'qbo-journal' })
  const nets = netByAccount(first + second.slice(second.indexOf('\r\n') + 2), 'qbo-journal')
  // 3,008.00 + 5.00 were billed, 3,017.00 were received, 4.00 were returned.
  expect(nets).toMatchObject({ undeposited: 301_700n, bank: -400n, receivable: -500n + 0n })
})

test('C371 A discount lowers the largest line in the invoice CSV, and the preview and the cover say so', async () => {
  const { client, brokerId } = carrier
  const load = await carrier.createBilledLoad('1000.00')
  type Made = { created: { id: number; version: number }[] }
  const [draft] = (await client.post<Made>('/api/invoices', { brokerId, loadIds: [load.id] })).body
    .created
  const path = `/api/invoices/${draft?.id}`
  const extras = [{ description: 'Early booking discount', amount: '-50.00', reason: 'Agreed' }]
  const change = { invoiceDate: '2026-10-01', termsDays: 30, version: draft?.version, extras }
  expect((await client.put(path, change)).status).toBe(200)
  const confirmed = ['invoiceDate', 'papers', 'charges']
  expect((await client.post(`${path}/approve`, { confirmed })).status).toBe(200)
  const number = await numberOf(draft?.id ?? 0)
  const journal = await client.get<BooksPreview>(
    `/api/books/preview?${new URLSearchParams({ ...DAYS, format: 'qbo-journal' })}`,
  )
  expect(journal.body.hints).toEqual([])
  const { hints } = await preview('qbo-invoices')
  expect(hints).toEqual([
    expect.stringMatching(
      `^Invoice ${number}: negative lines are taken off Line Haul - \\S+ \\(\\$50.00\\). QuickBooks Online imports no`,
    ),
  ])
  const [file = ''] = await makeInvoiceParts(client, DAYS)
  const rows = readQuickBooksCsv(file).get(number) ?? []
  expect(rows.map((row) => [row['*ItemAmount'], row['ItemQuantity'], row['ItemRate']])).toEqual([
    ['950.00', '1', '950.00'],
  ])
  const [batch] = (await client.get<ExportBatch[]>('/api/export-batches')).body
  const cover = (await client.get(`/api/export-batches/${batch?.id}/cover`)).text
  expect(cover).toContain(hints[0])
})

test('C371 The journal names a typed line by its description only', async () => {
  const { client, brokerId, userId } = carrier
  await storeInvoice(database, userId, { brokerId, invoiceDate: '2026-10-01', total: '10.00' })
  const text = await makeFile(client, { ...DAYS, format: 'qbo-journal' })
  expect(text).not.toContain('extra -')
})

test('C372 The invoice CSV has parts of at most 100 invoices, each with the heading', async () => {
  const { client, userId } = carrier
  const brokerId = await makeBroker(client, 'Acme')
  for (let at = 0; at < 104; at++)
    await storeInvoice(database, userId, { brokerId, invoiceDate: '2026-10-01', total: '10.00' })
  const shown = await preview('qbo-invoices')
  expect([shown.parts, shown.hints]).toEqual([
    2,
    [
      'The file has 2 parts: QuickBooks Online imports at most 100 invoices and 1,000 rows at once. Import each part once.',
    ],
  ])
  const parts = await makeInvoiceParts(client, DAYS)
  expect(parts.map((part) => readQuickBooksCsv(part).size)).toEqual([100, 4])
  const [batch] = (await client.get<ExportBatch[]>('/api/export-batches')).body
  expect([batch?.records, batch?.parts]).toEqual([104, 2])
  const { text } = await client.get(`/api/export-batches/${batch?.id}/file`)
  expect(text).toBe(parts[0])
  const cover = (await client.get(`/api/export-batches/${batch?.id}/cover`)).text
  expect(cover).toMatch(/SHA-256 of part 2 of 2: [\da-f]{64}/)
  expect((await client.get(`/api/export-batches/${batch?.id}/file?part=0`)).status).toBe(400)
})

test('C226 C372 After the invoice CSV, the journal of the same days has the rest, and what was left out is named', async () => {
  const { numbers } = await takeCheck()
  const { leftOut } = await preview('qbo-invoices')
  expect(leftOut).toEqual([{ group: 'Money received', count: 4, amount: '-3008.00' }])
  await makeInvoiceParts(carrier.client, DAYS)
  const [batch] = (await carrier.client.get<ExportBatch[]>('/api/export-batches')).body
  const cover = (await carrier.client.get(`/api/export-batches/${batch?.id}/cover`)).text
  expect(cover).toMatch(/Not in this file[^]*Money received +4 = -\$3,008\.00/)
  const rest = await preview('qbo-journal')
  expect([rest.problem, rest.hints, rest.records, rest.transactions]).toEqual([null, [], 4, 1])
  const late = await carrier.createInvoice({ total: '7.00' })
  expect((await preview('iif')).hints).toEqual([
    'These days also have an invoice CSV. 1 invoice or credit note is not in it, and is in this file.',
  ])
  const text = await makeFile(carrier.client, { ...DAYS, format: 'qbo-journal' })
  expect(text).not.toContain(`Invoice ${numbers[0]}`)
  expect(text).toContain(`Invoice ${await numberOf(late)}`)
  expect(netByAccount(text, 'qbo-journal')).toMatchObject({ undeposited: 300_800n })
  expect((await preview('qbo-invoices')).problem).toBe(
    'Every record of these days is already in a file',
  )
})
