/** What the server reads from its environment (SPEC B1). Nothing here has to be set. */
import path from 'node:path'

export type Config = {
  port: number
  host: string
  /** Where the embedded database lives; absolute. */
  dataDir: string
  /** A PostgreSQL server to use in place of the embedded one. */
  databaseUrl: string | undefined
  /** The same database by the role that owns it, where the app's own may do less (SPEC S31). */
  databaseOwnerUrl: string | undefined
  /** Keys for bank details and tax ids, in place of the file in `dataDir` (SPEC S13). */
  encryptionKey: string | undefined
  /** How many proxies of one's own stand in front and are believed what they say in X-Forwarded-*. */
  trustProxy: number
  logLevel: string
}

/** Throws an Error with a plain sentence where a variable cannot be read. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  return {
    port: readPort(environment.PORT || '3000'),
    host: environment.HOST || '127.0.0.1',
    dataDir: path.resolve(environment.DATA_DIR || 'data'),
    databaseUrl: environment.DATABASE_URL || undefined,
    databaseOwnerUrl: environment.DATABASE_OWNER_URL || undefined,
    encryptionKey: environment.ENCRYPTION_KEY || undefined,
    trustProxy: readProxies(environment.TRUST_PROXY || '0'),
    logLevel: environment.LOG_LEVEL || 'warn',
  }
}

function readProxies(text: string): number {
  if (/^\d$/.test(text)) return Number(text)
  throw new Error(
    `TRUST_PROXY must be how many proxies of your own stand in front, from 0 to 9, not "${text}"`,
  )
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new Error(`PORT must be from 0 to 65535, not "${text}"`)
  return port
}
