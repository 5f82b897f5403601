/** The operator's mail server, from environment variables (SPEC C182). No account can set it (SPEC S16). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isMailAddress } from '#core/mail/addresses.ts'
import { mailMessages } from '#core/mail/messages.ts'
import { RequestError } from '#server/errors.ts'

export type MailServer = {
  host: string
  port: number
  /** True for TLS from the first byte, as on port 465. */
  secure: boolean
  /** True if nothing is sent without STARTTLS. */
  requireTls: boolean
  /** True if any certificate will do: no one can intercept the connection, or the operator chose so with `?tls=optional`. */
  anyCertificate?: boolean
  login: { user: string; password: string } | undefined
  /** The address that all emails are sent from. */
  from: string
  /** The size limit for the files of one email, in MB before encoding. */
  limitMb: number
  /** The address that browsers open, for links in emails. Without it, no email contains a link. */
  publicUrl?: string | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The mail server; undefined if email is not set up. */
    mailServer?: MailServer
  }
}

type Environment = Record<string, string | undefined>

const DEFAULT_LIMIT_MB = 10
const PORTS = { 'smtp:': 587, 'smtps:': 465 }
/** Hosts of this computer: no one else can intercept a connection to them. */
const LOOPBACK = /^(?:localhost\.?|127\.\d+\.\d+\.\d+|::1|::ffff:7f[\da-f]{2}:[\da-f]{1,4})$/i

/** Returns undefined without SMTP_URL. Throws an Error with a message for the operator if a variable is invalid. */
export function readMailServer(environment: Environment): MailServer | undefined {
  const { SMTP_URL, SMTP_FROM } = environment
  const limitMb = readLimit(environment.MAIL_LIMIT_MB)
  if (!SMTP_URL) return undefined
  const url = readUrl(SMTP_URL)
  if (!SMTP_FROM || !isMailAddress(SMTP_FROM))
    throw new Error('With SMTP_URL, SMTP_FROM must be the email address that emails are sent from')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const anyCertificate = LOOPBACK.test(host) || url.searchParams.get('tls') === 'optional'
  return {
    host,
    secure,
    limitMb,
    from: SMTP_FROM,
    port: Number(url.port) || PORTS[url.protocol as keyof typeof PORTS],
    requireTls: !secure && !anyCertificate,
    anyCertificate,
    login: readLogin(url, environment),
  }
}

/** The error message never repeats the URL, which may contain the password. */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.hostname && url.protocol in PORTS) return url
  throw new Error('SMTP_URL must be an address such as smtp://smtp.example.com:587')
}

function readLogin(url: URL, { SMTP_USER, SMTP_PASSWORD }: Environment): MailServer['login'] {
  const user = SMTP_USER || decode(url.username)
  const password = SMTP_PASSWORD || decode(url.password)
  if (!user && !password) return undefined
  if (user && password) return { user, password }
  throw new Error('Set both SMTP_USER and SMTP_PASSWORD, or neither')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error(
      'SMTP_URL: write special characters of the password as %xx, or set SMTP_USER and SMTP_PASSWORD',
    )
  }
}

function readLimit(text: string | undefined): number {
  if (!text) return DEFAULT_LIMIT_MB
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  throw new Error(`MAIL_LIMIT_MB must be a whole number of megabytes from 1 to 99, not "${text}"`)
}

/** Makes the mail server known to the routes. */
export function setMailServer(app: FastifyInstance, server: MailServer | undefined): void {
  if (server) app.decorate('mailServer', server)
}

export function isMailSetUp({ server }: Pick<FastifyRequest, 'server'>): boolean {
  return server.mailServer !== undefined
}

/** The size limit for the files of one email, in MB. It also limits drafts if no mail server is set up. */
export function readMailLimit({ server }: Pick<FastifyRequest, 'server'>): number {
  return server.mailServer?.limitMb ?? DEFAULT_LIMIT_MB
}

/** Throws 409 if email is not set up. */
export function requireMailServer({ server }: Pick<FastifyRequest, 'server'>): MailServer {
  if (server.mailServer) return server.mailServer
  throw new RequestError(409, mailMessages.notSetUp)
}
