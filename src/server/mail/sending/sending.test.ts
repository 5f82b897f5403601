import { spawn } from 'node:child_process'
import path from 'node:path'
import tls from 'node:tls'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Mail } from '#core/mail/mails.ts'
import { openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { MailServer } from '#server/mail/mail-server.ts'
import { queueMail, type NewMail } from '#server/mail/queue.ts'
import { findMail } from '#server/mail/read-mails.ts'
import { TEST_CERTIFICATE } from '#server/testing/mail/certificate.ts'
import { openMailServer, type ReceivedMail } from '#server/testing/mail/mail-server.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { readAccountId, signUp, ownApp } from '#server/testing/test-app.ts'
import { startSender, type Sender } from './sender.ts'

const { app, database, connection } = await ownApp()
const smtp = await openMailServer()
let userId: string

beforeEach(async () => {
  const me = await signUp(app)
  await me.post('/api/settings', COMPANY)
  userId = await readAccountId(me)
  smtp.received.length = 0
  for (const name of Object.keys(smtp.behavior) as (keyof typeof smtp.behavior)[])
    delete smtp.behavior[name]
  await sql`delete from mails`.execute(database)
})

const PDF = Buffer.alloc(400_000, 'pdf ')

async function queue(values: Partial<NewMail> = {}): Promise<number> {
  const mail: NewMail = {
    kind: 'statement',
    subjectOf: [{ subject: 'billing', id: 1 }],
    to: ['ann@example.com'],
    subject: 'Statement 7',
    text: 'Attached.\n',
    files: [{ name: 'statement.pdf', type: 'application/pdf', bytes: PDF }],
    ...values,
  }
  return (await inTransaction(database, (work) => queueMail(work, userId, mail))).id
}

async function read(id: number): Promise<Mail> {
  const mail = await findMail(database, userId, id)
  if (!mail) throw new Error('missing')
  return mail
}

/** A busy machine answers late. */
const TIMEOUTS = { connect: 60_000, answer: 60_000 }
const open = (server: MailServer = smtp.settings, timeouts = TIMEOUTS) =>
  startSender(database, server, { timeouts, everyMs: 1_000_000 })

/** Sends once what is due, with a sender that has not failed to connect before. */
async function run(sender: Sender = open()): Promise<void> {
  await sender.run()
  await sender.stop()
}

async function makeDue(): Promise<void> {
  await sql`update mails set next_try_at = now() where state = 'queued'`.execute(database)
}

const countBytes = async (id: number) => {
  const { rows } = await sql<{
    bytes: number
  }>`select coalesce(sum(octet_length(bytes)), 0)::integer as bytes
    from mail_file_parts where mail_id = ${id}`.execute(database)
  return rows[0]?.bytes
}

test('C185 C187 An email is sent once, with its file, and its text and bytes are deleted then', async () => {
  const id = await queue({ cc: ['office@example.com'] })
  expect(await countBytes(id)).toBe(PDF.length)
  await run()
  await run()
  const mail = await read(id)
  expect(mail).toMatchObject({ state: 'sent', attempts: 1, refused: null, nextTryAt: null })
  expect(mail.answer).toMatch(/^250/)
  const [got] = smtp.received
  expect([smtp.received.length, got?.from, got?.to]).toEqual([
    1,
    'office@carrier.example',
    ['ann@example.com', 'office@example.com'],
  ])
  expect(got?.raw).toMatch(/^From: "?Blue Ridge Carriers LLC"? <office@carrier\.example>/m)
  expect(got?.raw).toMatch(/^Message-ID: <[\w-]+@carrier\.example>/m)
  expect(got?.raw.replaceAll(/\s/g, '')).toContain(PDF.toString('base64').slice(0, 3000))
  expect(await countBytes(id)).toBe(0)
  expect(mail.files).toMatchObject([{ name: 'statement.pdf', bytes: PDF.length }])
})

test('C185 An email to a rejected address fails immediately, with the mail server’s message', async () => {
  smtp.behavior.recipient = () => ({ code: 550, words: 'No such user here' })
  const id = await queue({ onceKey: 'billing/1' })
  await run()
  expect(await read(id)).toMatchObject({ state: 'failed', attempts: 1 })
  expect((await read(id)).answer).toMatch(/^550 No such user here/)
  expect(await countBytes(id)).toBe(PDF.length)
  // The record can be emailed again, to another address.
  expect(await queue({ onceKey: 'billing/1' })).not.toBe(id)
})

test('C185 After a temporary rejection the same email is tried again later', async () => {
  let tries = 0
  smtp.behavior.atEnd = () => (++tries === 1 ? { code: 451, words: 'Busy' } : undefined)
  const id = await queue()
  await run()
  const mail = await read(id)
  expect(mail).toMatchObject({ state: 'queued', attempts: 1 })
  expect(mail.answer).toMatch(/^451 Busy/)
  const wait = Date.parse(mail.nextTryAt ?? '') - Date.now()
  expect(wait).toBeGreaterThan(50_000)
  expect(wait).toBeLessThan(61_000)
  await run()
  expect(tries).toBe(1)
  await makeDue()
  await run()
  expect(await read(id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('C185 An email that is rejected after its data has failed', async () => {
  smtp.behavior.atEnd = () => ({ code: 554, words: 'Spam' })
  const id = await queue()
  await run()
  expect(await read(id)).toMatchObject({ state: 'failed' })
})

test('C184 An email that the mail server says is too large fails immediately', async () => {
  const small = await openMailServer({ size: 100_000 })
  const id = await queue()
  await run(open(small.settings))
  expect(await read(id)).toMatchObject({ state: 'failed' })
  expect((await read(id)).answer).toMatch(/size larger than allowed 100000/)
})

test('C185 After the last try an email has failed', async () => {
  smtp.behavior.recipient = () => ({ code: 450, words: 'Later' })
  const id = await queue()
  for (let tried = 0; tried < 7; tried++) {
    await makeDue()
    await run()
  }
  expect(await read(id)).toMatchObject({ state: 'failed', attempts: 6, nextTryAt: null })
})

test('C186 If the connection breaks before the end of the data, the email is tried again', async () => {
  smtp.behavior.dropAfter = 100_000
  const id = await queue()
  await run()
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 1 })
  delete smtp.behavior.dropAfter
  await makeDue()
  await run()
  expect(await read(id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(smtp.received.length).toBe(1)
})

test('C186 If it breaks after the end of the data, the email is never sent again automatically', async () => {
  smtp.behavior.atEnd = (_mail, drop) => drop()
  const id = await queue({ onceKey: 'billing/1' })
  await run()
  expect(await read(id)).toMatchObject({ state: 'unknown', attempts: 1, nextTryAt: null })
  await makeDue()
  await run()
  expect(smtp.received.length).toBe(1)
  // Its record is not emailed again either.
  expect(await queue({ onceKey: 'billing/1' })).toBe(id)
})

test('C186 If the reply does not come in time, the email may have been sent', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  smtp.behavior.atEnd = () => late
  const id = await queue()
  await run(open(smtp.settings, { ...TIMEOUTS, answer: 2_000 }))
  answer()
  expect(await read(id)).toMatchObject({ state: 'unknown' })
  // A slow answer that comes in time counts.
  smtp.behavior.atEnd = () => pause(700)
  const other = await queue()
  await run()
  expect(await read(other)).toMatchObject({ state: 'sent' })
})

test('C185 Two instances and several lanes send each email once', async () => {
  const ids = await Promise.all(Array.from({ length: 24 }, () => queue({ files: [] })))
  const other = openDatabase(connection, () => undefined)
  const senders = [open(), startSender(other, smtp.settings, { everyMs: 1_000_000 })]
  await Promise.all(senders.map(({ run }) => run()))
  await Promise.all(senders.map(({ stop }) => stop()))
  await other.destroy()
  expect(smtp.received.length).toBe(ids.length)
  expect(new Set(smtp.received.map(readMessageId)).size).toBe(ids.length)
})

test('C185 Many emails use few connections', async () => {
  await Promise.all(Array.from({ length: 12 }, () => queue({ files: [] })))
  const before = smtp.connections()
  await run()
  expect(smtp.received.length).toBe(12)
  expect(smtp.connections() - before).toBeLessThanOrEqual(2)
})

test('C185 If the mail server is down, emails wait and show the reason, and few are tried', async () => {
  const ids = [await queue(), await queue(), await queue(), await queue()]
  await run(open({ ...smtp.settings, port: 1 }))
  const mails = await Promise.all(ids.map(read))
  expect(mails.every(({ state }) => state === 'queued')).toBe(true)
  expect(mails.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(2)
  expect(
    mails.some(({ answer }) =>
      /Can’t use the mail server 127\.0\.0\.1: .*ECONNREFUSED/.test(answer ?? ''),
    ),
  ).toBe(true)
})

test('C185 A wrong login is shown in the mail server’s words, without the password', async () => {
  const strict = await openMailServer(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Wrong login')),
    },
    { login: { user: 'office', password: 'secret word' } },
  )
  const id = await queue()
  await run(open(strict.settings))
  const { state, answer } = await read(id)
  expect([state, answer]).toEqual(['queued', expect.stringMatching(/535 .*Wrong login/)])
  expect(answer).not.toContain('secret')
})

test('C182 If TLS is required, nothing is sent without it or with an invalid certificate', async () => {
  const id = await queue()
  await run(open({ ...smtp.settings, requireTls: true }))
  expect(await read(id)).toMatchObject({ state: 'queued' })
  const options = { ...TEST_CERTIFICATE, disabledCommands: [] }
  const secure = await openMailServer(options, { requireTls: true })
  await makeDue()
  await run(open(secure.settings))
  expect(await read(id)).toMatchObject({ state: 'queued', attempts: 2 })
  expect((await read(id)).answer).toMatch(/certificate/)
  expect([smtp.received.length, secure.received.length]).toEqual([0, 0])
  const known = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...known, TEST_CERTIFICATE.cert])
  try {
    await makeDue()
    await run(open(secure.settings))
    const implicit = await openMailServer({ ...options, secure: true }, { secure: true })
    await queue()
    await run(open(implicit.settings))
    expect([secure.received.length, implicit.received.length]).toEqual([1, 1])
  } finally {
    tls.setDefaultCACertificates(known)
  }
})

/** Mail servers recognize a second copy by it. */
function readMessageId({ raw }: ReceivedMail): string {
  return /^Message-ID: (\S+)/m.exec(raw)?.[1] ?? ''
}

test('C186 A second copy that a person asks for has the same Message-ID and bytes', async () => {
  smtp.behavior.atEnd = (_mail, drop) => drop()
  const id = await queue()
  await run()
  delete smtp.behavior.atEnd
  await sql`update mails set state = 'queued', next_try_at = now() where id = ${id}`.execute(
    database,
  )
  await run()
  const [first, second] = smtp.received
  expect(readMessageId(second ?? { from: '', to: [], raw: '' })).toMatch(/@carrier/)
  expect(second?.raw).toBe(first?.raw)
})

const CHILD = path.join(import.meta.dirname, '../../testing/mail/sender-process.ts')

/** A process that sends; `kill` ends it without a shutdown. */
function startChild() {
  const child = spawn(process.execPath, [CHILD, connection, JSON.stringify(smtp.settings)], {
    stdio: 'inherit',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

async function expireClaims(): Promise<void> {
  await sql`update mails set claimed_until = now() - interval '1 second' where state = 'sending'`.execute(
    database,
  )
}

test('C186 If a sender is killed before the end of the data, another instance sends it once', async () => {
  const id = await queue({ files: [] })
  const row = lockRow(id)
  // The lock holds up the mark, so the end of the data is not sent.
  smtp.behavior.recipient = async () => {
    await row.lock()
    return undefined
  }
  const child = startChild()
  await endBlocked('update "mails" set "handed_over_at"', child.kill)
  await row.release()
  delete smtp.behavior.recipient
  expect((await read(id)).state).toBe('sending')
  await run()
  expect(smtp.received.length).toBe(0)
  await expireClaims()
  await run()
  await run()
  expect(await read(id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(smtp.received.length).toBe(1)
})

test('C186 If a sender is killed between the 250 and the commit, the email is not sent again', async () => {
  const id = await queue({ files: [] })
  const row = lockRow(id)
  smtp.behavior.atEnd = () => row.lock()
  const child = startChild()
  await endBlocked('update "mails" set "state"', child.kill)
  expect(smtp.received.length).toBe(1)
  await row.release()
  expect((await read(id)).state).toBe('sending')
  await expireClaims()
  await run()
  await run()
  expect(await read(id)).toMatchObject({ state: 'unknown', attempts: 1 })
  expect(smtp.received.length).toBe(1)
})

/** Holds up changes of the email. */
function lockRow(id: number) {
  const held = Promise.withResolvers<void>()
  let locking: Promise<void> | undefined
  async function lock(): Promise<void> {
    const locked = Promise.withResolvers<void>()
    locking = inTransaction(database, async (work) => {
      await sql`select from mails where id = ${id} for update`.execute(work)
      locked.resolve()
      await held.promise
    })
    await locked.promise
  }
  async function release(): Promise<void> {
    held.resolve()
    await locking
  }
  return { lock, release }
}

/** Waits until the child’s statement waits for a lock, kills the child, and ends what the database would still do for it. */
async function endBlocked(statement: string, kill: () => Promise<void>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`${statement}%`}`.execute(
      database,
    )
    const [blocked] = rows
    if (!blocked) {
      await pause(50)
      continue
    }
    await kill()
    await sql`select pg_terminate_backend(${blocked.pid})`.execute(database)
    return
  }
}

test('C186 A sender that loses the database after the 250 reports it once it is back', async () => {
  const id = await queue({ files: [] })
  smtp.behavior.atEnd = async () => {
    await expireClaims()
    await run()
  }
  await run()
  expect(await read(id)).toMatchObject({ state: 'sent' })
})
