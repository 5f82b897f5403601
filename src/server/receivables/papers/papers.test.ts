/** Papers about receivables (SPEC C200, C202, C209). */
import { BlobReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { openBiller } from '#server/testing/invoices/biller.ts'
import { makeBroker, storeFact, storeInvoice } from '#server/testing/receivables/ledger-rows.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { readAccountId, signUp, ownApp, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app, database } = await ownApp()
const withoutMail = await ownApp({ mailServer: undefined })
let me: Client
let userId: string
let acme: number

beforeEach(async () => {
  me = await signUp(app)
  await me.post('/api/settings', COMPANY)
  userId = await readAccountId(me)
  acme = await makeBroker(me, 'Acme Logistics')
})

const bill = (invoiceDate: string, total: string) =>
  storeInvoice(database, userId, { brokerId: acme, invoiceDate, total })

async function readPdf(url: string): Promise<string> {
  const response = await app.inject({ method: 'GET', url, headers: { cookie: me.cookie } })
  expect([url, response.statusCode]).toEqual([url, 200])
  return (await pdfText(response.rawPayload)).join(' ')
}

test('C200 The aging is printed with its day, basis and total', async () => {
  await bill('2026-08-01', '1234.50')
  const text = await readPdf('/api/receivables/aging.pdf?asOf=2026-09-05&basis=past-due')
  for (const part of ['Receivables', '9/5/2026', 'Days past due', 'Acme Logistics', '$1,234.50'])
    expect(text).toContain(part)
})

test('C202 The statement of account is printed with opening, facts, closing, ages and open invoices', async () => {
  const { id, number } = await bill('2026-08-01', '1000.00')
  await storeFact(database, userId, {
    brokerId: acme,
    invoiceId: id,
    day: '2026-09-02',
    kind: 'payment',
    amount: '-400.00',
    receiptId: 1,
  })
  const path = `/api/brokers/${acme}/account-statement`
  const text = await readPdf(`${path}.pdf?from=2026-09-01&to=2026-09-30`)
  for (const part of ['Opening balance', '$1,000.00', `Payment, invoice ${number}`, '-$400.00'])
    expect(text).toContain(part)
  for (const part of ['Closing balance', '$600.00', 'Open Invoices', COMPANY.companyName])
    expect(text).toContain(part)
})

test('C209 The collection packet has the letter, the invoice, the statement and the contacts', async () => {
  // Only an invoice approved through the app can be printed: this one has no snapshot, so its file is the draft's.
  const { id, number } = await bill(addDays(accountDay(), -60), '900.00')
  await me.post(`/api/invoices/${id}/contacts`, {
    day: addDays(accountDay(), -3),
    kind: 'call',
    text: 'Promised a check',
  })
  const url = `/api/invoices/${id}/collection.zip`
  const { rawPayload, statusCode } = await app.inject({
    method: 'GET',
    url,
    headers: { cookie: me.cookie },
  })
  expect(statusCode).toBe(200)
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(rawPayload)])))
  const files = (await reader.getEntries()) as FileEntry[]
  expect(files.map(({ filename }) => filename)).toEqual([
    '1 Demand for payment.pdf',
    `2 Invoice ${number}.pdf`,
    '3 Statement of account.pdf',
    '4 Contact log.pdf',
  ])
  const read = async (at: number) =>
    (await pdfText(Buffer.from((await files[at]?.getData(new Uint8ArrayWriter())) ?? []))).join(' ')
  expect(await read(0)).toContain('$900.00 is unpaid')
  expect(await read(3)).toContain('Promised a check')
})

test('C289 The request for the broker’s record names the invoice, its loads and the rule', async () => {
  const { id, number } = await bill('2026-08-01', '900.00')
  const url = `/api/invoices/${id}/record-request.pdf`
  const text = (await readPdf(url)).replaceAll(/\s+/g, ' ')
  expect(text).toContain(`invoice ${number} of 8/1/2026`)
  for (const part of ['Request for Transaction Records', 'Acme Logistics', '49 CFR 371.3(c)'])
    expect(text).toContain(part)
  await storeFact(database, userId, {
    brokerId: acme,
    invoiceId: id,
    day: '2026-09-02',
    kind: 'write-off',
    amount: '-900.00',
  })
  expect((await me.get(url)).status).toBe(200)
  expect((await me.get('/api/invoices/99999999/record-request.pdf')).status).toBe(404)
})

test('C289 Only an approved invoice has a record request, which lists its loads', async () => {
  const biller = await openBiller(app)
  const load = await biller.addLoad()
  const [draft] = await biller.draft([load])
  const id = draft?.id ?? 0
  const url = `/api/invoices/${id}/record-request.pdf`
  expect((await biller.client.get(url)).status).toBe(409)
  await biller.approve(id)
  me = biller.client
  expect(await readPdf(url)).toContain(load.loadId)
})

test('C209 An invoice that is paid has no collection packet', async () => {
  const { id } = await bill('2026-08-01', '100.00')
  await storeFact(database, userId, {
    brokerId: acme,
    invoiceId: id,
    day: '2026-09-02',
    kind: 'write-off',
    amount: '-100.00',
  })
  expect((await me.get(`/api/invoices/${id}/collection.zip`)).status).toBe(409)
  expect((await me.get('/api/invoices/99999999/collection.zip')).status).toBe(404)
})

test('C249 Without a mail server, the statement of account is a draft to download', async () => {
  const other = await signUp(withoutMail.app)
  const brokerId = await makeBroker(other, 'Big Lake')
  const account = await readAccountId(other)
  const invoice = { brokerId, invoiceDate: '2026-08-05', total: '10.00' }
  await storeInvoice(withoutMail.database, account, invoice)
  const path = `/api/brokers/${brokerId}/account-statement`
  const refused = await other.post(`${path}/mail`, { to: 'a@b.example', subject: 'S' })
  expect(refused.status).toBe(409)
  const draft = await other.get(`${path}/mail-draft.eml?from=2026-08-01&to=2026-09-30`)
  expect(draft.text).toMatch(/^X-Unsent: 1$/m)
  expect(draft.text).toContain('Statement of account 2026-09-30.pdf')
})
