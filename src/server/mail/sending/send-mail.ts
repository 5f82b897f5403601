/** Sends one claimed email and stores the outcome (SPEC C185, C186). */
import { Readable } from 'node:stream'
import { splitAddresses } from '#core/mail/addresses.ts'
import { decideOutcome } from '#core/mail/outcome.ts'
import type { Database } from '#server/database/open.ts'
import { readStoredFile, type MailFile } from '#server/mail/mail-files.ts'
import { openMessage } from '#server/mail/message.ts'
import { finishMail, handOver, renewClaim, RENEW_MS, type ClaimedMail } from './claims.ts'
import { MailError, describeError, type Answer, type MailConnection } from './connection.ts'

/** `connect`: opens the connection if there is none. `from`: the operator's address. */
export type Transport = { from: string; connect: () => Promise<MailConnection> }

/** Returns whether the connection can be used again. */
export async function sendMail(
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
