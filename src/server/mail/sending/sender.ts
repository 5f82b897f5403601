/** Sends the queued emails of all accounts, in each instance of the server (SPEC C185). */
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { splitAddresses } from '#core/mail/addresses.ts'
import { decideOutcome } from '#core/mail/outcome.ts'
import type { Database } from '#server/database/open.ts'
import { type MailFile, readStoredFile } from '#server/mail/mail-files.ts'
import type { MailServer } from '#server/mail/mail-server.ts'
import { openMessage } from '#server/mail/message.ts'
import {
  type ClaimedMail,
  claimMail,
  finishMail,
  handOver,
  listDueMails,
  type MailKey,
  recoverLostMails,
  RENEW_MS,
  renewClaim,
} from './claims.ts'
import {
  type Answer,
  connect,
  describeError,
  type MailConnection,
  MailError,
  type Timeouts,
} from './connection.ts'

export type Sender = {
  /** Sends all emails that are due. Runs by itself every few seconds. */
  run: () => Promise<void>
  /** Waits a moment for emails that are being sent. An email that is not accepted by then is tried again. */
  stop: () => Promise<void>
}

type Options = { timeouts?: Timeouts; everyMs?: number; onError?: (error: unknown) => void }

const EVERY_MS = 3_000
/** The number of emails that are sent at once, so that a slow email does not delay all others. */
const WORKERS = 2
/** The most due emails that are read at once. */
const BATCH = 20
/** The most emails over one connection, because mail servers limit them. */
const MAILS_OF_CONNECTION = 100
/** The pause after a failed connection, because repeated failed logins can lock a mailbox. */
const PAUSE_MS = 60_000
const STOP_MS = 3_000

export function startSender(
  database: Database,
  server: MailServer,
  { timeouts, everyMs = EVERY_MS, onError = () => undefined }: Options = {},
): Sender {
  const open = new Set<MailConnection>()
  const domain = server.from.split('@').at(-1) ?? ''
  let stopped = false
  let pausedUntil = 0
  let running: Promise<void> | undefined

  async function openConnection(): Promise<MailConnection> {
    try {
      const connection = await connect(server, timeouts)
      open.add(connection)
      return connection
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS
      throw error
    }
  }

  const isActive = () => !stopped && Date.now() >= pausedUntil

  /** Sends one email after the other over one connection. */
  async function runWorker(): Promise<void> {
    let connection: MailConnection | undefined
    let sent = 0
    const drop = () => {
      connection?.close()
      if (connection) open.delete(connection)
      connection = undefined
      sent = 0
    }
    const transport = {
      from: server.from,
      connect: async () => (connection ??= await openConnection()),
    }
    const sendOne = async (key: MailKey) => {
      const mail = isActive() ? await claimMail(database, key, domain) : undefined
      if (!mail) return
      if (!(await sendMail(database, mail, transport)) || ++sent >= MAILS_OF_CONNECTION) drop()
    }
    try {
      for (let due = await next(); due.length && isActive(); due = await next())
        for (const key of due) await sendOne(key)
    } finally {
      drop()
    }
  }

  const next = () => listDueMails(database, BATCH)

  async function runOnce(): Promise<void> {
    await recoverLostMails(database)
    if (!isActive() || !(await next()).length) return
    await Promise.all(Array.from({ length: WORKERS }, runWorker))
  }

  function run(): Promise<void> {
    running ??= runOnce().finally(() => {
      running = undefined
    })
    return running
  }

  const timer = setInterval(() => {
    if (!stopped) run().catch(onError)
  }, everyMs)

  async function stop(): Promise<void> {
    stopped = true
    clearInterval(timer)
    const ended = running?.catch(onError) ?? Promise.resolve()
    await Promise.race([ended, pause(STOP_MS)])
    for (const connection of open) connection.close()
    await Promise.race([ended, pause(STOP_MS)])
  }

  return { run, stop }
}

// Sends one claimed email and stores the outcome (SPEC C185, C186).

/** `connect`: opens the connection if there is none. `from`: the operator's address. */
type Transport = { from: string; connect: () => Promise<MailConnection> }

/** Returns whether the connection can be used again. */
async function sendMail(
  database: Database,
  mail: ClaimedMail,
  { from, connect }: Transport,
): Promise<boolean> {
  let handedOver = false
  const renewing = setInterval(() => {
    renewClaim(database, mail).catch(() => undefined)
  }, RENEW_MS)
  const mark = async () => {
    const held = await handOver(database, mail)
    handedOver = held
    if (!held) throw new Error('Another sender has claimed the email')
  }
  try {
    const { answer, code } = await transmit(database, mail, { from, connect }, mark)
    const { attempts, openRecipients } = mail
    const [refused, before] = [answer.open.length > 0, openRecipients !== null]
    const { isTemporary } = answer
    const outcome = decideOutcome({ code, handedOver, attempts, refused, isTemporary, before })
    const named = outcome.state === 'sent' ? null : nameRefused(mail, answer)
    await finishMail(database, mail, outcome, { ...answer, refused: named })
    return code !== undefined && code < 300
  } finally {
    clearInterval(renewing)
  }
}

/** If a retry fails as a whole, the result names the addresses that were refused before. */
function nameRefused({ openRecipients }: ClaimedMail, { refused, text }: Reply['answer']) {
  return refused ?? (openRecipients === null ? null : `${openRecipients}: ${text}`)
}

const NONE_REFUSED = { refused: null, open: [], isTemporary: false }

type Reply = { code: number | undefined; answer: Omit<Answer, 'code'> }

async function transmit(
  database: Database,
  mail: ClaimedMail,
  { from, connect }: Transport,
  mark: () => Promise<void>,
): Promise<Reply> {
  try {
    const connection = await connect()
    const files = await readFiles(database, mail)
    const message = await openMessage({ ...mail, from, files, date: mail.createdAt })
    const all = [...splitAddresses(mail.recipients), ...splitAddresses(mail.copies)]
    const to = mail.openRecipients === null ? all : splitAddresses(mail.openRecipients)
    const bytes = estimateBytes(mail, files)
    const answer = await connection.send({ from, to, bytes }, Readable.from(gate(message, mark)))
    return { code: answer.code, answer }
  } catch (error) {
    const code = error instanceof MailError ? error.code : undefined
    return { code, answer: { text: describeError(error), ...NONE_REFUSED } }
  }
}

/** Ends the stream only after `mark`, because the mail server accepts the email at the end of the stream. */
async function* gate(message: Readable, mark: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const piece of message) yield piece as Buffer
  await mark()
}

type SentFile = MailFile & { size: number }

async function readFiles(database: Database, { userId, id }: ClaimedMail): Promise<SentFile[]> {
  const rows = await database
    .selectFrom('mailFiles')
    .select(['number', 'name', 'type', 'bytes'])
    .where('userId', '=', userId)
    .where('mailId', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(({ number, name, type, bytes }) => ({
    name,
    type,
    size: bytes,
    reader: () => readStoredFile(database, userId, { mailId: id, number, bytes }),
  }))
}

/** Base64 encodes 57 bytes in a line of 78 bytes. */
const GROWTH = 78 / 57
const BYTES_OF_HEADERS = 1_000

/** Estimates the size of the encoded email. The mail server compares it with its limit. */
function estimateBytes({ text }: ClaimedMail, files: SentFile[]): number {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return Math.ceil(size * GROWTH) + Buffer.byteLength(text) + BYTES_OF_HEADERS
}
