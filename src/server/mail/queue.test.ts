import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { writeBackup } from '#server/database/backup/backup.ts'
import { restoreBackup } from '#server/database/backup/restore.ts'
import { openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { readAccountId, signUp, testApp } from '#server/testing/test-app.ts'
import { emptyDatabase } from '#server/testing/test-database.ts'
import { buildDraft } from './draft.ts'
import { readStoredFile } from './mail-files.ts'
import { queueMail, type NewMail } from './queue.ts'
import { readMails, readOutbox } from './read-mails.ts'

const { app, database, connection } = await testApp()
let userId: string

beforeEach(async () => {
  const me = await signUp(app)
  await me.post('/api/settings', COMPANY)
  userId = await readAccountId(me)
})

const PDF = Buffer.alloc(600_000, 'pdf ')
const mail = (values: Partial<NewMail> = {}): NewMail => ({
  kind: 'invoice',
  subjectOf: [{ subject: 'invoices', id: 7 }],
  to: ['broker@example.com'],
  subject: 'Invoice 1042',
  text: 'Attached.\n',
  files: [{ name: 'invoice 1042.pdf', type: 'application/pdf', bytes: PDF }],
  ...values,
})
const queue = (values?: Partial<NewMail>) =>
  inTransaction(database, (work) => queueMail(work, userId, mail(values)))

test('C183 C187 A queued email keeps its files with their digests and shows at its record', async () => {
  const { id, queued } = await queue({ cc: ['office@example.com'] })
  expect(queued).toBe(true)
  const [found] = await readMails(database, userId, 'invoices', 7)
  expect(found).toMatchObject({
    id,
    kind: 'invoice',
    recipients: 'broker@example.com',
    copies: 'office@example.com',
    subject: 'Invoice 1042',
    state: 'queued',
    attempts: 0,
    answer: null,
    files: [
      {
        name: 'invoice 1042.pdf',
        type: 'application/pdf',
        bytes: PDF.length,
        sha256: createHash('sha256').update(PDF).digest('hex'),
      },
    ],
    records: [{ subject: 'invoices', id: 7 }],
  })
  const stored = readStoredFile(database, userId, { mailId: id, number: 0, bytes: PDF.length })
  expect((await buffer(stored)).equals(PDF)).toBe(true)
  expect(await readMails(database, userId, 'invoices', 8)).toEqual([])
  expect(await readOutbox(database, userId)).toEqual([found])
})

test('C187 A file can come from a reader, and a failed transaction leaves nothing', async () => {
  async function* reader() {
    yield PDF.subarray(0, 300_001)
    yield PDF.subarray(300_001)
  }
  const { id } = await queue({ files: [{ name: 'a.pdf', type: 'application/pdf', reader }] })
  const stored = readStoredFile(database, userId, { mailId: id, number: 0, bytes: PDF.length })
  expect((await buffer(stored)).equals(PDF)).toBe(true)
  const failing = inTransaction(database, async (work) => {
    await queueMail(work, userId, mail({ subjectOf: [{ subject: 'invoices', id: 9 }] }))
    throw new Error('later')
  })
  await expect(failing).rejects.toThrow('later')
  expect(await readMails(database, userId, 'invoices', 9)).toEqual([])
})

test('C190 With a key, a second email is not queued', async () => {
  const first = await queue({ onceKey: 'billing/12' })
  expect(await queue({ onceKey: 'billing/12' })).toEqual({ id: first.id, queued: false })
  expect((await queue()).queued).toBe(true)
})

test('C183 No header can be added by an address, a subject or a file name', async () => {
  await expect(queue({ to: ['a@example.com\r\nBcc: x@evil.com'] })).rejects.toThrow(/not an email/)
  await expect(queue({ cc: ['a@example.com>\nX: y'] })).rejects.toThrow(/not an email/)
  await expect(queue({ subject: '\r\n' })).rejects.toThrow('Subject is required')
  await queue({ subject: 'One\r\nBcc: x@evil.com', files: [{ ...FILE, name: 'a\r\nX-Y: z".pdf' }] })
  const [found] = await readOutbox(database, userId)
  expect([found?.subject, found?.files[0]?.name]).toEqual(['One Bcc: x@evil.com', 'a X-Y- z-.pdf'])
  const injected = sql`update mails set answer = '' , subject = ${'a\nb'} where user_id = ${userId}`
  await expect(injected.execute(database)).rejects.toThrow()
})

test('C183 An email has at most 20 addresses, To and Cc together', async () => {
  const list = (count: number, host: string) =>
    Array.from({ length: count }, (_, at) => `a${at}@${host}`)
  const many = { to: list(11, 'x.example'), cc: list(10, 'y.example') }
  const fields = { cc: ['Enter 20 addresses or fewer in To and Cc together'] }
  await expect(queue(many)).rejects.toMatchObject({ statusCode: 400, fields })
  const draft = buildDraft(database, userId, { ...mail(many), from: 'pat@example.com' })
  await expect(draft).rejects.toMatchObject({ statusCode: 400, fields })
  const both = { to: list(11, 'x.example'), cc: ['A0@x.example', ...list(9, 'y.example')] }
  expect((await queue(both)).queued).toBe(true)
})

const FILE = { name: 'a.pdf', type: 'application/pdf', bytes: PDF }

test('C188 A draft has the files and opens unsent', async () => {
  const draft = await buildDraft(database, userId, {
    ...mail(),
    subject: 'Invoice\r\nX-Evil: 1',
    from: 'pat@example.com',
  })
  const eml = await text(draft)
  const head = eml.slice(0, eml.indexOf('\r\n\r\n'))
  expect(head).toMatch(/^X-Unsent: 1$/m)
  expect(head).toMatch(/^To: broker@example\.com\r$/m)
  expect(head).toMatch(/^Subject: Invoice X-Evil: 1\r$/m)
  expect(head).not.toMatch(/^X-Evil/m)
  expect(eml).toContain('Content-Disposition: attachment; filename="invoice 1042.pdf"')
  expect(eml.replaceAll('\r\n', '')).toContain(PDF.toString('base64').slice(0, 2000))
  expect(await readOutbox(database, userId)).toEqual([])
})

test('C186 A restored backup sends no email by itself', async () => {
  const { id } = await queue()
  const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-mail-'))
  const file = path.join(folder, 'backup')
  await writeBackup(connection, file)
  const copy = await emptyDatabase()
  await restoreBackup(copy, file)
  await rm(folder, { recursive: true })
  const restored = openDatabase(copy, () => undefined)
  const { rows } =
    await sql`select id, state, next_try_at from mails where user_id = ${userId}`.execute(restored)
  await restored.destroy()
  expect(rows).toEqual([{ id, state: 'unknown', nextTryAt: null }])
})
