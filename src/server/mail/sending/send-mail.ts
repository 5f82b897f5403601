/** Sends one claimed email and stores the outcome (SPEC C185, C186). */
import { Readable } from 'node:stream'
import { splitAddresses } from '#core/mail/addresses.ts'
import { decideOutcome } from '#core/mail/outcome.ts'
import type { Database } from '#server/database/open.ts'
import { readStoredFile, type MailFile } from '#server/mail/mail-files.ts'
import { openMessage } from '#server/mail/message.ts'
import { finishMail, handOver, renewClaim, RENEW_MS, type ClaimedMail } from './claims.ts'
import { MailError, toWords, type Answer, type MailConnection } from './connection.ts'

/** `connect`: opens the connection if there is none. `from`: the operator's address. */
export type Way = { from: string; connect: () => Promise<MailConnection> }

/** Returns whether the connection can be used again. */
export async function sendMail(
  database: Database,
  mail: ClaimedMail,
  { from, connect }: Way,
): Promise<boolean> {
  let handedOver = false
  const renewing = setInterval(() => {
    renewClaim(database, mail).catch(() => undefined)
  }, RENEW_MS)
  const mark = async () => {
    const held = await handOver(database, mail)
    handedOver = held
    if (!held) throw new Error('Another sender has taken the mail')
  }
  try {
    const { answer, code } = await transmit(database, mail, { from, connect }, mark)
    const { attempts, openRecipients } = mail
    const [refused, before] = [answer.open.length > 0, openRecipients !== null]
    const outcome = decideOutcome({ code, handedOver, attempts, refused, before })
    const named = outcome.state === 'sent' ? null : nameRefused(mail, answer)
    await finishMail(database, mail, outcome, { ...answer, refused: named })
    return code !== undefined && code < 300
  } finally {
    clearInterval(renewing)
  }
}

/** A second try that fails as a whole is about the addresses that were refused before. */
function nameRefused({ openRecipients }: ClaimedMail, { refused, words }: Reply['answer']) {
  return refused ?? (openRecipients === null ? null : `${openRecipients}: ${words}`)
}

type Reply = { code: number | undefined; answer: Omit<Answer, 'code'> }

async function transmit(
  database: Database,
  mail: ClaimedMail,
  { from, connect }: Way,
  mark: () => Promise<void>,
): Promise<Reply> {
  try {
    const connection = await connect()
    const files = await readFiles(database, mail)
    const message = await openMessage({ ...mail, from, files, date: mail.createdAt })
    const all = [...splitAddresses(mail.recipients), ...splitAddresses(mail.copies)]
    const to = mail.openRecipients === null ? all : splitAddresses(mail.openRecipients)
    const bytes = encodedBytes(mail, files)
    const answer = await connection.send({ from, to, bytes }, Readable.from(gate(message, mark)))
    return { code: answer.code, answer }
  } catch (error) {
    const code = error instanceof MailError ? error.code : undefined
    return { code, answer: { words: toWords(error), refused: null, open: [] } }
  }
}

/** The end of the stream, after which the mail server accepts the email, comes after `mark`. */
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

/** Base64 has lines of 78 bytes for 57. */
const GROWTH = 78 / 57
const BYTES_OF_HEADERS = 1_000

/** About what the mail server gets, for its own limit. */
function encodedBytes({ text }: ClaimedMail, files: SentFile[]): number {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return Math.ceil(size * GROWTH) + Buffer.byteLength(text) + BYTES_OF_HEADERS
}
