/** One connection to the mail server, with promises. */
import type { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailServer } from '#server/mail/mail-server.ts'

/**
 * The mail server's response to one email. `refused`: "b@example.com: 550 No such user". `open`: the refused addresses. `isTemporary`:
 * one of them was refused only for now (4xx).
 */
export type Answer = {
  code: number
  text: string
  refused: string | null
  open: string[]
  isTemporary: boolean
}

export type MailConnection = {
  /** Throws `MailError`. Afterwards the connection is closed. */
  send: (envelope: Envelope, message: Readable) => Promise<Answer>
  close: () => void
}

type Envelope = { from: string; to: string[]; bytes: number }

/** `code`: the code of the mail server's response, undefined if there was none. */
export class MailError extends Error {
  readonly code: number | undefined

  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
}

/** In milliseconds. `answer`: RFC 5321 asks clients to wait ten minutes for the response to a whole email. */
export type Timeouts = { connect: number; answer: number }

const TIMEOUTS: Timeouts = { connect: 30_000, answer: 10 * 60_000 }

const LONGEST_TEXT = 500
const TOO_LARGE = 552

/**
 * Connects and logs in. The first call loads the mail library. Throws `MailError` without a code, because no email was sent.
 */
export async function connect(
  server: MailServer,
  timeouts: Timeouts = TIMEOUTS,
): Promise<MailConnection> {
  const { host, port, secure, requireTls: requireTLS, anyCertificate = false, login } = server
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS,
    tls: { rejectUnauthorized: !anyCertificate },
    allowInternalNetworkInterfaces: true,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.answer,
    socketCloseTimeout: 0,
  })
  try {
    await inTime(connection, (done) => connection.connect(done))
    if (login)
      await inTime(connection, (done) =>
        connection.login({ credentials: { user: login.user, pass: login.password } }, done),
      )
  } catch (error) {
    connection.close()
    throw new MailError(`Can’t use the mail server ${host}: ${explain(error)}`, undefined)
  }
  // Each error also reaches the callback of the email that it is about.
  connection.on('error', () => undefined)
  return {
    send: (envelope, message) => send(connection, envelope, message),
    close: () => connection.close(),
  }
}

const NOT_TRUSTED = /certificate|altname/i

/** An operator with an own certificate authority, or with an old address in the certificate, can do something about it. */
function explain(error: unknown): string {
  const text = describeError(error)
  return NOT_TRUSTED.test(text)
    ? `its certificate is not trusted (${text.split(';')[0]}). Set NODE_EXTRA_CA_CERTS to the file of your certificate authority, or add ?tls=optional to SMTP_URL.`
    : text
}

type Done = (error?: Error | null) => void

/** Settles with the callback or with an error of the connection, whichever is first. */
function inTime(connection: SMTPConnection, start: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(error)
    connection.once('error', fail)
    start((error) => {
      if (error) return reject(error)
      connection.off('error', fail)
      resolve()
    })
  })
}

function send(
  connection: SMTPConnection,
  { from, to, bytes }: Envelope,
  message: Readable,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    connection.send({ from, to, size: bytes }, message, (error, info) => {
      if (error || !info) {
        connection.close()
        reject(toMailError(error))
        return
      }
      resolve({
        code: Number.parseInt(String(info.response), 10) || 250,
        text: cut(String(info.response)),
        refused: describeRefused(info.rejectedErrors ?? []),
        open: (info.rejected ?? []).map(String),
        isTemporary: (info.rejectedErrors ?? []).some(isTemporary),
      })
    })
  })
}

type Rejection = {
  recipient?: unknown
  response?: unknown
  responseCode?: unknown
  message?: string
}

const isTemporary = ({ responseCode }: Rejection) =>
  typeof responseCode === 'number' && responseCode >= 400 && responseCode < 500

function describeRefused(errors: readonly Rejection[]): string | null {
  const lines = errors.map(
    ({ recipient, response, message }) => `${String(recipient)}: ${String(response ?? message)}`,
  )
  return lines.length ? cut(lines.join('; ')) : null
}

function toMailError(error: unknown): MailError {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown }
  if (typeof responseCode === 'number') return new MailError(describeError(error), responseCode)
  // Larger than the mail server accepts.
  return new MailError(describeError(error), code === 'EMESSAGE' ? TOO_LARGE : undefined)
}

/** The mail server's response if there was one, else what went wrong. */
export function describeError(error: unknown): string {
  const { response } = (error ?? {}) as { response?: unknown }
  if (typeof response === 'string') return cut(response)
  return cut(error instanceof Error ? error.message : String(error))
}

function cut(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return line.slice(0, LONGEST_TEXT)
}
