/** Plain messages for a database that a start can't use, by the name of its variable (SPEC C491). */
import { ConnectionError } from '#server/database/prepare.ts'
import { isDatabaseUnreachable } from '#server/errors.ts'

/** Where a variable leads: no password, which would be logged. */
export type DatabasePlace = { variable: string; place: string; user: string; database: string }
/** Of the app's role and of the owner's, and the folder of the key file. */
export type Places = { app: DatabasePlace; owner: DatabasePlace; dataDir: string }

const LOGIN_REJECTED = /^28/
const NO_DATABASE = '3D000'
const DISK_FULL = '53100'
const UNREACHABLE = /^E(HOSTUNREACH|NETUNREACH|HOSTDOWN|CONNABORTED|ADDRNOTAVAIL)$/
const NO_PASSWORD = /client password must be a string/

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ENOENT: 'there is no socket',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'there is no response',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  EACCES: 'this user may not use the socket',
  '57P03': 'the server is starting or stopping',
  '53300': 'the server has no free connection',
  '25006': 'the server is read-only',
  [DISK_FULL]: 'the disk of the server is full',
}

type Failure = Error & { code?: string; syscall?: string }

/** `url` is valid: `config.ts` has checked it. */
export function readPlace(variable: string, url: string): DatabasePlace {
  const { username, host, searchParams, pathname } = new URL(url)
  const place = decode(searchParams.get('host') ?? host) || 'localhost'
  return { variable, place, user: decode(username), database: decode(pathname.slice(1)) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether the same start may succeed later, without a change of its settings. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall, message } = error as Failure
  // A file that is missing here, not a socket.
  if (code === 'ENOENT') return syscall === 'connect'
  return code === DISK_FULL || UNREACHABLE.test(code) || isDatabaseUnreachable({ code, message })
}

/** What the start waits for because of an error that may pass. */
export function describeWait(error: Error, places: Places): string {
  const { of, cause } = findPlace(error, places)
  return `the database (${of.variable}, ${of.place}): ${describeReason(cause)}`
}

/** The error that ends a start, with the variable and what to do. */
export function explainFailure(error: unknown, places: Places): unknown {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'ENOSPC')
    return new Error(
      `The disk of DATA_DIR (${places.dataDir}) is full. Free up space or set DATA_DIR to another disk.`,
    )
  if (!(error instanceof ConnectionError || mayPass(error))) return error
  const { of, cause } = findPlace(error, places)
  return new Error(`${of.variable} (${of.place}): ${describeRejection(cause, of)}`)
}

function findPlace(error: Error, places: Places): { of: DatabasePlace; cause: Failure } {
  if (!(error instanceof ConnectionError)) return { of: places.app, cause: error }
  return { of: places[error.of], cause: error.cause as Failure }
}

function describeRejection(error: Failure, { user, database }: DatabasePlace): string {
  const { code = '', message } = error
  if (NO_PASSWORD.test(message))
    return 'the database asks for a password, and the address has none.'
  if (LOGIN_REJECTED.test(code)) return `the database rejects the user "${user}": ${message}.`
  if (code === NO_DATABASE)
    return `there is no database "${database}". Create it (createdb ${database}), or correct the name.`
  return `${describeReason(error)}.`
}

function describeReason({ code = '', message }: Failure): string {
  if (/timeout/i.test(message)) return 'there is no response'
  return REASONS[code] ?? (message || code)
}
