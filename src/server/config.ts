/** Reads the server's configuration from environment variables (SPEC B1). All of them are optional. */
import path from 'node:path'
import { readMailServer, type MailServer } from './mail/mail-server.ts'

export type Config = {
  port: number
  host: string
  /** The absolute path of the embedded database's folder. */
  dataDir: string
  /** A PostgreSQL server to use instead of the embedded one. */
  databaseUrl: string | undefined
  /** The same database with its owner's role, if the app's role has fewer rights (SPEC S31). */
  databaseOwnerUrl: string | undefined
  /** Keys for bank details and tax IDs instead of the file in `dataDir` (SPEC S13). */
  encryptionKey: string | undefined
  /** The number of your own reverse proxies, whose X-Forwarded-* headers are trusted. */
  trustProxy: number
  /** The address that browsers open, such as `https://haulbook.example.com`. */
  publicUrl: string | undefined
  logLevel: string
  /** What each account may store, in MB. */
  accountQuotaMb: number | undefined
  /** Sends the accounts' emails. */
  mailServer: MailServer | undefined
  /** The command that the user ran, for messages. */
  command: string
}

/** The command by the script name, which npm sets in a variable. */
const COMMANDS: Record<string, string> = { demo: 'npm run demo', dev: 'npm run dev' }

/** Throws an Error with a plain message for an invalid variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const publicUrl = environment.PUBLIC_URL ? readAddress(environment.PUBLIC_URL) : undefined
  const mailServer = readMailServer(environment)
  return {
    port: readPort(environment.PORT || '3000'),
    host: environment.HOST || '127.0.0.1',
    dataDir: readFolder(environment.DATA_DIR || 'data'),
    databaseUrl: readDatabaseUrl(environment, 'DATABASE_URL'),
    databaseOwnerUrl: readDatabaseUrl(environment, 'DATABASE_OWNER_URL'),
    encryptionKey: environment.ENCRYPTION_KEY || undefined,
    trustProxy: readProxies(environment.TRUST_PROXY || '0'),
    publicUrl,
    logLevel: readLogLevel(environment.LOG_LEVEL || 'warn'),
    accountQuotaMb: readQuota(environment.ACCOUNT_QUOTA_MB),
    mailServer: mailServer && { ...mailServer, publicUrl },
    command: COMMANDS[environment.npm_lifecycle_event ?? ''] ?? 'npm start',
  }
}

/** PostgreSQL's commands can't use a path with a line break. */
function readFolder(text: string): string {
  const folder = path.resolve(text)
  if (!/[\r\n]/.test(folder)) return folder
  throw new Error(
    `DATA_DIR must not contain a line break: ${JSON.stringify(folder)}. Set it to another folder.`,
  )
}

function readDatabaseUrl(
  environment: Record<string, string | undefined>,
  variable: 'DATABASE_URL' | 'DATABASE_OWNER_URL',
): string | undefined {
  const text = environment[variable]
  if (!text) return undefined
  if (/^(postgres(ql)?|socket):/.test(text) && URL.canParse(text)) return text
  // Without the password, which a terminal or a log would keep.
  const shown = text.replace(/(:\/\/[^:@/]*):.*@/, '$1:…@')
  const advice = text.includes('@')
    ? '. In a user name or password, write @ : / # as %40 %3A %2F %23'
    : ''
  throw new Error(
    `${variable} must be an address such as postgresql://user:password@db.example.com:5432/haulbook, not "${shown}"${advice}`,
  )
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function readLogLevel(text: string): string {
  if (LOG_LEVELS.includes(text)) return text
  throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`)
}

function readProxies(text: string): number {
  if (/^\d$/.test(text)) return Number(text)
  throw new Error(`TRUST_PROXY must be the number of your reverse proxies (0–9), not "${text}"`)
}

/** An address without a path, because Haulbook does not run below one. */
function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAddress = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (isAddress) return url.origin
  if (url && /^https?:$/.test(url.protocol) && url.pathname !== '/')
    throw new Error(
      `PUBLIC_URL must be an address such as https://haulbook.example.com, without a path: Haulbook needs a host name or a port of its own. Set PUBLIC_URL=${url.origin} and have your proxy forward all of it, not only ${url.pathname}`,
    )
  throw new Error(
    `PUBLIC_URL must be an address such as https://haulbook.example.com, not "${text}"`,
  )
}

function readQuota(text: string | undefined): number | undefined {
  if (!text) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`ACCOUNT_QUOTA_MB must be a whole number of megabytes, not "${text}"`)
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(`PORT must be from 0 to 65535, not "${text}"`)
  return port
}
