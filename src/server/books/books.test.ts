/**
 * The books: map, preview, files (SPEC C220–C226). The files are read by parsers that were written from the
 * descriptions of the formats.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import type { AccountMap, BooksPreview, ExportBatch } from '#core/books/books.ts'
import { netCents, readQuickBooksCsv } from '#server/testing/books/read-journal.ts'
import { readIif } from '#server/testing/books/read-iif.ts'
import { createCarrierWithPayments } from '#server/testing/carrier-with-payments.ts'
import { makeBroker, storeFact, storeInvoice } from '#server/testing/receivables/ledger-rows.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { readAccountId, signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const DAYS = { from: '2026-11-01', to: '2026-11-22' }
type Carrier = Awaited<ReturnType<typeof createCarrierWithPayments>>
let carrier: Carrier
let me: Client
let userId: string
let acme: number

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
  me = carrier.client
  userId = await readAccountId(me)
  acme = await makeBroker(me, 'Acme: “Fast” Freight, Inc.')
})

const MAP = ACCOUNT_KINDS.map(({ kind, suggestion, item }) => ({
  kind,
  account: suggestion,
  item: item ? kind.slice('income:'.length) : '',
}))

const saveMap = (accounts = MAP, headers = {}) =>
  me.put<AccountMap>('/api/books/accounts', { accounts }, headers)

async function preview(format = 'qbo-journal', days = DAYS): Promise<BooksPreview> {
  const query = new URLSearchParams({ ...days, format })
  const { status, body } = await me.get<BooksPreview>(`/api/books/preview?${query}`)
  expect(status).toBe(200)
  return body
}

const make = (format = 'qbo-journal', days = DAYS, headers = {}) =>
  me.post('/api/export-batches', { ...days, format }, headers)

const readFile = async (id: number, part = 'file') =>
  (await me.get(`/api/export-batches/${id}/${part}`)).text

/** An invoice of 2,480.00 that is paid short by a quick-pay discount, and unapplied money. */
async function useReceivables() {
  const invoice = await storeInvoice(database, userId, {
    brokerId: acme,
    invoiceDate: '2026-11-02',
    total: '2480.00',
  })
  const fact = { brokerId: acme, invoiceId: invoice.id, day: '2026-11-10' }
  await storeFact(
    database,
    userId,
    { ...fact, kind: 'payment', amount: '-2400.00', receiptId: 1 },
    { ...fact, kind: 'quick-pay', amount: '-80.00' },
    { ...fact, invoiceId: null, kind: 'payment', amount: '-50.00', receiptId: 2 },
  )
  return invoice
}

async function useOwners() {
  const statement = await carrier.createStatement('2026-11-06', '1000.00', { fuel: '300.00' })
  await carrier.payOn(statement.id, '2026-11-12', '1001')
  return statement
}

test('C221 C222 The journal has every fact of the days, and each entry adds up', async () => {
  const invoice = await useReceivables()
  await useOwners()
  await saveMap()
  const { body, status } = await make()
  expect(status).toBe(201)
  const entries = readQuickBooksCsv(await readFile(body.id))
  expect(entries.size).toBe(6)
  for (const rows of entries.values()) expect(netCents(rows)).toBe(0n)
  const rows = [...entries.values()].flat()
  const accounts = Object.groupBy(rows, (row) => row['*AccountName'] ?? '')
  const nets = Object.entries(accounts).map(([account, own = []]) => `${account} ${netCents(own)}`)
  expect(nets.toSorted()).toEqual([
    ...['Accounts Payable 0', 'Accounts Receivable -5000', 'Checking -70000'],
    ...['Freight Income:Other -248000', 'Purchased Transportation 100000'],
    ...[
      'Quick Pay Discounts 8000',
      'Settlement Deductions:Fuel -30000',
      'Undeposited Funds 245000',
    ],
  ])
  const first = rows.find((row) => row['*AccountName'] === 'Accounts Receivable')
  expect(first).toMatchObject({
    '*JournalDate': '11/02/2026',
    '*Debits': '2480.00',
    '*Credits': '',
    Name: 'Acme - Fast Freight Inc.',
    Description: `Invoice ${invoice.number}`,
  })
})

test('C222 The invoice CSV has a row for each line, with customer and days on the first', async () => {
  const invoice = await useReceivables()
  await saveMap()
  const { body } = await make('qbo-invoices')
  const rows = readQuickBooksCsv(await readFile(body.id)).get(invoice.number) ?? []
  expect(rows).toMatchObject([
    {
      '*Customer': 'Acme - Fast Freight Inc.',
      '*InvoiceDate': '11/02/2026',
      '*DueDate': '12/02/2026',
      'Item(Product/Service)': 'other',
      '*ItemAmount': '2480.00',
    },
  ])
})

test('C222 The IIF file has transactions of QuickBooks Desktop that add up', async () => {
  await useReceivables()
  await useOwners()
  await saveMap()
  const { body } = await make('iif')
  const transactions = readIif(await readFile(body.id))
  const types = transactions.map(({ type, first }) => [type, first.account, Number(first.cents)])
  expect(types).toEqual([
    ['INVOICE', 'Accounts Receivable', 248000],
    ['BILL', 'Accounts Payable', -70000],
    ['PAYMENT', 'Undeposited Funds', 240000],
    ['GENERAL JOURNAL', 'Accounts Receivable', -8000],
    ['PAYMENT', 'Undeposited Funds', 5000],
    ['CHECK', 'Checking', -70000],
  ])
  const [bill] = transactions.filter(({ type }) => type === 'BILL')
  expect(bill?.first.name).toBe('Ann')
  expect(bill?.splits[0]?.class).not.toBe('')
})

test('C220 No file is made while a kind that it uses is not mapped', async () => {
  await useReceivables()
  const { unmapped, problem } = await preview()
  expect(unmapped).toEqual([
    ...['Accounts receivable (Receivables)', 'Other (Income by charge)'],
    ...['Money received (Receivables)', 'Quick-pay discounts (Receivables)'],
  ])
  expect(problem).toContain('Map these first: Accounts receivable')
  expect(await make()).toMatchObject({ status: 409, body: { message: problem } })
  expect((await me.get('/api/export-batches')).body).toEqual([])
  await saveMap()
  expect(await preview()).toMatchObject({ unmapped: [], problem: null })
})

test('C220 The map accepts only names that a file can print, and a newer map is not overwritten', async () => {
  const bad = await saveMap([{ kind: 'receivable', account: 'A, “R”', item: '' }])
  expect(bad.status).toBe(400)
  const unknown = await saveMap([{ kind: 'moon', account: 'A', item: '' }])
  expect([unknown.status, unknown.body]).toMatchObject([400, { fields: { accounts: [/moon/] } }])
  expect((await saveMap(MAP, { 'if-match': '"0"' })).body.version).toBe(1)
  expect((await saveMap(MAP, { 'if-match': '"0"' })).status).toBe(412)
})

test('C224 Each group equals its register, and the cover page says so', async () => {
  await useReceivables()
  await useOwners()
  await saveMap()
  const { groups } = await preview()
  expect(groups.every(({ isEqual }) => isEqual)).toBe(true)
  expect(groups.map(({ group, batch }) => [group, batch.count, batch.amount]).toSorted()).toEqual([
    ['Invoices', 1, '2480.00'],
    ['Money received', 2, '-2450.00'],
    ['Payments', 1, '700.00'],
    ['Quick-pay discounts', 1, '-80.00'],
    ['Settlements', 1, '700.00'],
  ])
  const { body } = await make()
  const [batch] = (await me.get<ExportBatch[]>('/api/export-batches')).body
  const cover = await readFile(body.id, 'cover')
  expect(cover).toContain(`SHA-256 of the file: ${batch?.sha256}`)
  expect(cover).toMatch(/Money received +2 = -\$2,450\.00 +0 = \$0\.00 +2 = -\$2,450\.00/)
  expect(
    createHash('sha256')
      .update(await readFile(body.id))
      .digest('hex'),
  ).toBe(batch?.sha256)
})

test('C225 A record is in one file; a later change is a separate record', async () => {
  const invoice = await useReceivables()
  await saveMap()
  expect((await make()).status).toBe(201)
  expect(await preview()).toMatchObject({
    records: 0,
    problem: 'Every record of these days is already in a file',
  })
  expect((await make()).status).toBe(409)
  await storeFact(database, userId, {
    brokerId: acme,
    invoiceId: invoice.id,
    day: '2026-11-15',
    kind: 'reversal',
    amount: '2400.00',
    receiptId: 1,
  })
  expect(await preview()).toMatchObject({ records: 1, problem: null })
  const { body } = await make()
  expect(readQuickBooksCsv(await readFile(body.id)).size).toBe(1)
  const later = { from: '2026-11-16', to: '2026-11-22' }
  expect((await preview('qbo-journal', later)).before).toBe(0)
})

test('C225 A fact that is entered later for an earlier day is counted as not exported', async () => {
  await useReceivables()
  await saveMap()
  await make()
  await storeFact(database, userId, {
    brokerId: acme,
    invoiceId: null,
    day: '2026-11-03',
    kind: 'payment',
    amount: '-5.00',
    receiptId: 8,
  })
  const later = { from: '2026-11-11', to: '2026-11-22' }
  expect((await preview('qbo-journal', later)).before).toBe(1)
})

test('C225 A repeated request makes one file, and a second download has the same bytes', async () => {
  await useReceivables()
  await saveMap()
  const key = { 'idempotency-key': 'books-1' }
  const first = await make('qbo-journal', DAYS, key)
  expect((await make('qbo-journal', DAYS, key)).body).toEqual(first.body)
  const before = await readFile(first.body.id)
  await me.put(`/api/brokers/${acme}`, {
    ...(await me.get(`/api/brokers/${acme}`)).body,
    companyName: 'Renamed',
  })
  await saveMap(MAP.map((mapping) => ({ ...mapping, account: 'Other' })))
  expect(await readFile(first.body.id)).toBe(before)
})

test('C225 If two people export at once, each record is exported once', async () => {
  await useReceivables()
  await saveMap()
  const other = await inviteMember(app, me, 'accounting')
  const body = { ...DAYS, format: 'qbo-journal' }
  const both = await Promise.all([make(), other.post('/api/export-batches', body)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const { rows } = await sql<{ most: number }>`
    select max(count)::int as most from (select count(*) from export_entries where user_id = ${userId}
      group by source, record_id) as counted`.execute(database)
  expect(rows[0]?.most).toBe(1)
})

test('C225 Days without a record make no file, and the preview says why', async () => {
  await saveMap()
  const days = { from: '2019-01-01', to: '2019-01-31' }
  expect(await preview('qbo-journal', days)).toMatchObject({
    records: 0,
    problem: 'There are no records on these days',
  })
  expect((await make('qbo-journal', days)).status).toBe(409)
})

test('C226 Days are checked', async () => {
  const wrong = await me.get(`/api/books/preview?from=2026-11-05&to=2026-11-01&format=iif`)
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { fields: { to: ['To must not be before From'] } },
  ])
})

test('C225 What was exported can’t change in the database', async () => {
  await useReceivables()
  await saveMap()
  await make()
  const changes = [sql`update export_files set content = ''`, sql`delete from export_entries`]
  for (const change of changes)
    await expect(change.execute(database)).rejects.toMatchObject({ constraint: 'export_made' })
})

test('C226 Everyone who reads invoices and settlements reads the books; Accounting makes files', async () => {
  await useReceivables()
  await saveMap()
  // Only an Admin enters the company, whose name is on the cover.
  await me.post('/api/settings', COMPANY)
  const statuses: Record<string, number[]> = {}
  for (const role of ['dispatcher', 'safety', 'viewer', 'accounting'] as const) {
    const member = await inviteMember(app, me, role)
    const read = await member.get('/api/export-batches')
    const made = await member.post('/api/export-batches', { ...DAYS, format: 'qbo-journal' })
    statuses[role] = [read.status, made.status]
  }
  expect(statuses).toEqual({
    dispatcher: [403, 403],
    safety: [403, 403],
    viewer: [403, 403],
    accounting: [200, 201],
  })
})

test('S10 Another account’s file is not found', async () => {
  await useReceivables()
  await saveMap()
  const { id } = (await make()).body
  const stranger = await signUp(app)
  expect((await stranger.get(`/api/export-batches/${id}/file`)).status).toBe(404)
  expect((await stranger.get('/api/export-batches')).body).toEqual([])
})
