import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BlobReader, Uint8ArrayWriter, ZipReader, type FileEntry } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { openBiller } from '#server/testing/invoices/biller.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { signUp, ownApp, type Body, type Client } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'
import { camelCase } from '#server/database/values.ts'
import { accountListings } from './account-files.ts'
import { createZip } from '#server/streaming/zip.ts'

const { app, database } = await ownApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

async function readArchive({ cookie }: Client) {
  const url = '/api/account/export.zip'
  const response = await app.inject({ method: 'GET', url, headers: { cookie } })
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="haulbook.zip"',
  })
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(response.rawPayload)])))
  const entries = (await reader.getEntries()).filter((entry) => !entry.directory)
  return new Map(entries.map((entry) => [entry.filename, entry as FileEntry]))
}

async function readBytes(entry: FileEntry | undefined): Promise<Buffer> {
  return Buffer.from((await entry?.getData(new Uint8ArrayWriter())) ?? [])
}

async function readText(entry: FileEntry | undefined): Promise<string> {
  return (await readBytes(entry)).toString()
}

async function settle(truckId: string, n: number) {
  const truck = (await me.post('/api/trucks', { ...makeSample('trucks', n), truckId })).body
  await me.post('/api/loads', { ...makeSample('loads', n), truckId: truck.id })
  const settlement = { truckId: truck.id, settlementDate: '2026-11-20', fuel: '100.00' }
  expect((await me.post('/api/billing', settlement)).status).toBe(201)
}

test('B53 The ZIP contains every list, the settlements, the company and each statement', async () => {
  await settle('T-7', 7)
  await me.post('/api/settings', { companyName: 'Łukasz, Inc.' })
  const files = await readArchive(me)
  expect([...files.keys()]).toEqual([
    ...accountListings.map(({ file }) => `${file}.csv`),
    'company.csv',
    'members.csv',
    'team-settings.csv',
    'statements/statement-truck-T-7-2026-11-20.pdf',
  ])
  for (const name of [...everyEntity.map((entity) => entity.name), 'billing']) {
    const alone = await me.get(`/api/${name}/export.csv?sort=id`)
    const file = name === 'billing' ? 'settlements' : name
    expect(await readText(files.get(`${file}.csv`))).toBe(alone.text)
  }
  expect(await readText(files.get('company.csv'))).toContain('"Łukasz, Inc.",')
  expect(await readText(files.get('members.csv'))).toMatch(/\r\nPat Doe,\S+@example.com,admin,,/)
  expect(await readText(files.get('team-settings.csv'))).toContain(
    '\r\ntrue,false,false,false,false,false,\r\n',
  )
  const statement = files.get('statements/statement-truck-T-7-2026-11-20.pdf')
  expect((await pdfText(await readBytes(statement))).join()).toContain('2,300.00')
})

test('B53 The ZIP contains settlement lines and recurring deductions', async () => {
  await settle('T-7', 7)
  const rule = { category: 'other', description: 'Trailer, "53 ft"', basis: 'fixed', value: '75' }
  expect((await me.post('/api/deduction-rules', rule)).status).toBe(201)
  const files = await readArchive(me)
  const [settlement] = (await me.get<Body[]>('/api/billing')).body
  expect(await readText(files.get('settlement-lines.csv'))).toContain(
    `\r\n${settlement?.id},T-7,fuel,,,2026-11-20,,,100.00,,plain,,false,,,,false,false,,,,,,,false,0.00,,,,,,,,,false,,,false,,false,,,,\r\n`,
  )
  expect(await readText(files.get('deduction-rules.csv'))).toContain(
    '\r\ndeduction,,,other,"Trailer, ""53 ft""",fixed,75.00,settlement,,,,none,,,,never,,,,1\r\n',
  )
})

/** Tables without a CSV file, each with the reason. */
const NO_FILE: Record<string, string> = {
  exportFiles: 'the files for the accountant, built from the records of other files',
  exportEntries: 'which records these files have',
  sessions: 'who is signed in where',
  loginNetworks: 'from which networks the user logged in, as hashes',
  idempotencyKeys: 'responses kept for a day',
  members: 'members.csv',
  teamSettings: 'team-settings.csv',
  invitations: 'open links, which end after seven days',
  storage: 'sizes, counted from the other tables',
  undoRecords: 'deleted and changed records, kept for 30 days for undo',
  undoSecrets: 'the secrets of these',
  imports: 'the progress of imports',
  importColumns: 'a convenience of imports',
  importNames: 'a convenience of imports',
  sampleRecords: 'marks sample data so that it can be removed',
  commentMentions: 'the texts of comments have the names; the rest is who has read them',
  settings: 'company.csv, tested above',
  logos: 'logos/, tested with the company',
  documentFiles: 'documents/, tested with the documents',
  documentParts: 'the same',
  mailFileParts: 'files of mails that are not sent yet; mail-files.csv names each with its digest',
  readings: 'the load has the values that were kept, the PDF has the rest',
  documentArrivals: 'notifications of the bell; the documents are in documents.csv',
  invoiceNumbers: 'the last number given out; each invoice has its own',
  invoiceSnapshots: 'what the PDFs print',
  invoiceDrift: 'computed from loads and lines',
  invoiceLoads: 'computed from the lines; drafts follow their loads',
  statementNumbers: 'the last number given out; each statement has its own',
  statementSnapshots: 'what the PDFs print',
  statementLoads: 'the loads of the PDFs, for queries',
  statementDrift: 'computed from loads, statements and lines',
  statementRuleSums: 'computed from lines',
}

/** Columns that are left out: timestamps, computed values, and ids that nothing refers to. */
const NOT_EXPORTED = [
  ...['id', 'userId', 'version', 'createdAt', 'updatedAt'],
  ...[
    'weekNumber',
    'weekYear',
    'statementUrl',
    'transaction',
    'payee',
    'personId',
    'saveId',
    'answerReadAt',
    'tokenHash',
    ...['claim', 'claimedUntil'],
    'billedTotal',
    'chargeCount',
    'creditedAmount',
    ...['cash', 'reserve', 'sentOn'],
    ...['openAmount', 'lastEntryOn', 'spread'],
    ...['paymentStatusByHand', 'searchText', 'oldDouble', 'oldDoubleDot'],
  ],
]

test('B53 The ZIP contains every table and column of an account', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name in
      (select table_name from information_schema.columns where column_name = 'user_id')`.execute(
    database,
  )
  const exported = new Map<string, readonly string[]>([
    ...accountListings.map(
      ({ listed, columns }) => [listed.name, columns.map(({ name }) => name)] as const,
    ),
  ])
  const missing = rows
    .map(({ table, column }) => [camelCase(table), camelCase(column)] as const)
    .filter(
      ([table, column]) =>
        !NO_FILE[table] && !NOT_EXPORTED.includes(column) && !exported.get(table)?.includes(column),
    )
  expect(rows.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('B53 Trucks whose statements have the same file name each keep their statement', async () => {
  await settle('T/1', 1)
  await settle('T-1', 2)
  const statements = [...(await readArchive(me)).keys()].filter((name) => name.endsWith('.pdf'))
  expect(statements).toEqual([
    expect.stringMatching(/^statements\/statement-truck-T-1-2026-11-20\.pdf$/),
    expect.stringMatching(/^statements\/\d+-statement-truck-T-1-2026-11-20\.pdf$/),
  ])
})

test('B53 The ZIP contains only its own account and needs a session', async () => {
  await settle('T-7', 7)
  const files = await readArchive(await signUp(app))
  expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toEqual([])
  for (const entry of files.values()) expect(await readText(entry)).not.toContain('T-7')
  const signedOut = await app.inject({ method: 'GET', url: '/api/account/export.zip' })
  expect(signedOut.statusCode).toBe(401)
})

test('B53 A ZIP that fails midway is truncated instead of looking complete', async () => {
  async function* files() {
    yield { name: 'one.csv', content: pieces() }
    throw new Error('The database went away')
  }
  async function* pieces() {
    yield 'a,b\r\n'
  }
  await expect(buffer(Readable.from(createZip(files())))).rejects.toThrow('The database went away')
})

test('B53 A ZIP of more files or bytes than a plain ZIP can have is a ZIP64', async () => {
  async function* files() {
    yield { name: 'a.txt', content: ['a'] }
  }
  const isZip64 = async (size: { bytes: number; files: number }) => {
    const zip = await buffer(Readable.from(createZip(files(), size)))
    return zip.includes(Buffer.from('PK\u0006\u0006'))
  }
  expect(await isZip64({ bytes: 1_000, files: 60_000 })).toBe(false)
  expect(await isZip64({ bytes: 1_000, files: 65_536 })).toBe(true)
  expect(await isZip64({ bytes: 2 ** 32, files: 1 })).toBe(true)
})

test('B53 The ZIP contains invoices, credit notes and schedules as printed, named by number', async () => {
  const biller = await openBiller(app)
  me = biller.client
  const invoice = await biller.invoiceOf(await biller.addLoad())
  await biller.must('POST', `/api/invoices/${invoice.id}/credit`, {
    on: '2099-01-02',
    confirmed: ['on'],
    reason: 'Late',
    lines: [{ lineId: invoice.lines[0]?.id, amount: '100.00' }],
  })
  const voided = await biller.invoiceOf(await biller.addLoad())
  await biller.must('POST', `/api/invoices/${voided.id}/void`, {
    on: '2099-01-02',
    confirmed: ['on'],
    reason: 'Wrong',
  })
  const [draft] = await biller.draft([await biller.addLoad()])
  const files = await readArchive(me)
  const names = [...files.keys()].filter((name) => name.startsWith('invoices/'))
  expect(names).toEqual([
    'invoices/invoice-1.pdf',
    'invoices/credit-note-2.pdf',
    'invoices/invoice-3.pdf',
    `invoices/${draft?.id}-invoice-draft.pdf`,
  ])
  const { cookie } = me
  const url = `/api/invoices/${invoice.id}/invoice.pdf`
  const alone = await app.inject({ method: 'GET', url, headers: { cookie } })
  expect((await readBytes(files.get('invoices/invoice-1.pdf'))).equals(alone.rawPayload)).toBe(true)
  expect((await pdfText(await readBytes(files.get('invoices/invoice-3.pdf')))).join()).toContain(
    'VOID',
  )

  const factored = await createFactoredCarrier(app)
  me = factored.client
  const { id } = await factored.submit([await factored.bill('1000.00')])
  const schedules = await readArchive(me)
  const name = `schedules/factor-${factored.factor.id}-schedule-1.pdf`
  const printed = await app.inject({
    method: 'GET',
    url: `/api/factor-schedules/${id}/schedule.pdf`,
    headers: { cookie: me.cookie },
  })
  expect([printed.statusCode, [...schedules.keys()].at(-1)]).toEqual([200, name])
  expect((await readBytes(schedules.get(name))).equals(printed.rawPayload)).toBe(true)
})
