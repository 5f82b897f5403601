/** The real app on a real database. Requests are injected without a port. */
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { SignedInUser } from '#core/team/signed-in-user.ts'
import { buildApp } from '#server/app.ts'
import type { HttpSettings } from '#server/http.ts'
import type { MailServer } from '#server/mail/mail-server.ts'
import { setKeyring, getKeyring } from '#server/database/secrets/keyring-plugin.ts'
import { newKey } from '#server/database/secrets/keys.ts'
import { openDatabase, type Database } from '#server/database/open.ts'
import { ARGON2ID } from '#server/accounts/passwords.ts'
import { answerNeed, requireNoPapers, type Send } from './answer-needs.ts'
import { byAppRole } from './database-names.ts'
import { recordStatements } from './sql/recorded-statements.ts'
import { statementWatch, type Watched } from './sql/statement-watch.ts'
import { freshDatabase, lastingDatabase } from './test-database.ts'

/** A record of any entity. */
export type Body = Record<string, unknown> & { id: number }

type Reply<Of = Body> = {
  status: number
  body: Of
  text: string
  headers: Record<string, unknown>
}

type Headers = Record<string, string>
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

export type Client = ReturnType<typeof createClient>

const PRODUCT_HASHES = { ...ARGON2ID }
const TEST_HASHES = { memoryCost: 8, timeCost: 1 }

/** For tests about passwords. The next file's `testApp` lowers the cost again. */
export function hashAsTheProduct(): void {
  Object.assign(ARGON2ID, PRODUCT_HASHES)
}

/** What a test file gets: `database` is the owner's connection. */
type TestApp = Awaited<ReturnType<typeof openTestApp>>

/** The app of this worker. */
let shared: Promise<TestApp> | undefined

/**
 * The app with its own role, shared by the test files of a worker: opening a database and an app takes longer than most
 * files. A file sees the accounts of earlier ones, so it uses new ones. `ownApp` is for a file that changes the tables,
 * looks at all accounts, or needs other settings.
 */
export async function testApp(): Promise<TestApp> {
  Object.assign(ARGON2ID, TEST_HASHES)
  shared ??= lastingDatabase().then(({ address }) => openTestApp(address, {}))
  const opened = await shared
  afterAll(() => recordStatements(opened.watched))
  return opened
}

/** The same on a database of its own, for one test file. */
export async function ownApp(settings: Partial<HttpSettings> = {}): Promise<TestApp> {
  Object.assign(ARGON2ID, TEST_HASHES)
  const opened = await openTestApp(await freshDatabase(), settings)
  afterAll(async () => {
    await opened.app.close()
    await opened.byApp.destroy()
    await recordStatements(opened.watched)
    await opened.database.destroy()
  })
  return opened
}

/** The statements that the app sent (`watched`) are checked once for all files, by `recorded-statements.last.test.ts`. */
async function openTestApp(connection: string, settings: Partial<HttpSettings>) {
  const database = openPatiently(connection)
  await giveNewKey(database)
  const byApp = openPatiently(byAppRole(connection))
  setKeyring(byApp, getKeyring(database))
  // Only the app's statements: a test may read what the app must not.
  const watched: Watched = new Map()
  const app = await buildApp(byApp.withPlugin(statementWatch(watched)), {
    ...SETTINGS,
    ...settings,
  })
  return { app, database, connection, watched, byApp }
}

/** The app on the owner's connection, for tests that change the keys. */
export async function openOwnersApp() {
  const connection = await freshDatabase()
  const database = openPatiently(connection)
  afterAll(() => database.destroy())
  await giveNewKey(database)
  return { app: await openApp(database), database, connection }
}

/** A busy machine takes seconds for a connection. The server's own limits have their tests in `database-faults.test.ts`. */
function openPatiently(connection: string): Database {
  return openDatabase(connection, () => undefined, { longestWaitMs: 60_000 })
}

/** Emails are queued and never sent. */
const UNUSED_MAIL_SERVER: MailServer = {
  host: 'mail.invalid',
  port: 25,
  secure: false,
  requireTls: true,
  login: undefined,
  from: 'office@carrier.example',
  limitMb: 10,
}

const SETTINGS = { trustProxy: false as const, logLevel: 'silent', mailServer: UNUSED_MAIL_SERVER }

/** Closed after the file's tests. */
export async function openApp(
  database: Database,
  settings: Partial<HttpSettings> = {},
): Promise<FastifyInstance> {
  const app = await buildApp(database, { ...SETTINGS, ...settings })
  afterAll(() => app.close())
  return app
}

/** Registers a new key, as the start does: the database rejects values that an unknown key encrypted. */
export async function giveNewKey(database: Database): Promise<void> {
  const key = newKey()
  await database.insertInto('encryptionKeys').values({ id: key.id }).execute()
  setKeyring(database, [key])
}

/** The requests that ask about loads of locked statements (SPEC C360). */
const ASKS = /^\/api\/(loads\/|operations\/|trash\/\d|audit\/\d)/

/**
 * A browser, signed in if there is a cookie. `mustSucceed`: a response with an error throws an Error with its text.
 * `questions`: "answer" enters what a paper needs and leaves locked statements as they are (SPEC C341, C342, C360); "ask"
 * gets the 409.
 */
export function createClient(
  app: FastifyInstance,
  cookie = '',
  mustSucceed = false,
  questions: 'answer' | 'ask' = 'answer',
) {
  function leaveSettled(method: Method, url: string): string {
    const [path = ''] = url.split('?')
    if (questions === 'ask' || method === 'GET' || method === 'HEAD' || !ASKS.test(path)) return url
    return url.includes('settled=') ? url : `${url}${url === path ? '?' : '&'}settled=leave`
  }

  async function send<Of = Body>(
    method: Method,
    url: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Reply<Of>> {
    const reply = await sendOnce<Of>(method, url, body, headers)
    const canRepeat = questions === 'answer' && reply.status === 409
    const answer = (...call: Parameters<Send>) => sendOnce<unknown>(...call)
    const repeats = canRepeat && (await answerNeed(answer, url, reply.body))
    const last = repeats ? await send<Of>(method, url, body, headers) : reply
    if (mustSucceed && last.status >= 400)
      throw new Error(`${method} ${url}: ${last.status} ${last.text}`)
    return last
  }

  async function sendOnce<Of = Body>(
    method: Method,
    url: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<Reply<Of>> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await app.inject({
      method,
      url: leaveSettled(method, url),
      headers: { ...(cookie ? { cookie } : {}), ...json, ...headers },
      ...(body === undefined ? {} : { payload: isFile(body) ? body : JSON.stringify(body) }),
    })
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : undefined) as Of,
      text: response.body,
      headers: response.headers,
    } satisfies Reply<Of>
  }
  return {
    cookie,
    send,
    get: <Of = Body>(url: string, headers?: Headers) => send<Of>('GET', url, undefined, headers),
    post: <Of = Body>(url: string, body?: unknown, headers?: Headers) =>
      send<Of>('POST', url, body, headers),
    put: <Of = Body>(url: string, body?: unknown, headers?: Headers) =>
      send<Of>('PUT', url, body, headers),
    delete: <Of = Body>(url: string, headers?: Headers) =>
      send<Of>('DELETE', url, undefined, headers),
  }
}

export const PASSWORD = 'correct horse battery'

function isFile(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

let accounts = 0

/** A new account, signed in. It requires no papers to bill. */
export async function signUp(app: FastifyInstance, email?: string): Promise<Client> {
  const client = await signUpOnly(app, email)
  await requireNoPapers((...call) => client.send<unknown>(...call))
  return client
}

/** A new account as the product makes it, signed in (SPEC C343). */
export async function signUpOnly(
  app: FastifyInstance,
  email = `person${++accounts}@example.com`,
): Promise<Client> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/signup',
    remoteAddress: nextAddress(),
    payload: { email, password: PASSWORD, firstName: 'Pat', lastName: 'Doe' },
  })
  return createClient(app, readCookie(response.headers['set-cookie']))
}

let addresses = 0

/** Each account signs up from another address: one address may sign up only a few. */
function nextAddress(): string {
  const place = ++addresses
  return `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`
}

/** The account's id, which differs from the person's. */
export async function readAccountId(client: Client): Promise<string> {
  return (await client.get<SignedInUser>('/api/auth/user')).body.account.id
}

export function readCookie(header: unknown): string {
  return String(Array.isArray(header) ? header[0] : header).split(';')[0] ?? ''
}
