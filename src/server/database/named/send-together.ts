/**
 * Sends statements whose result no one waits for together with another one, in one message (SPEC C299): `begin` and the
 * settings of a transaction with its first statement, its last statement with `commit`, and `commit` with its only statement.
 * If one of them fails, PostgreSQL skips those after it.
 */
import pg from 'pg'
import { readName } from './send-by-name.ts'

type Statement = { text: string; values?: unknown[] | undefined; name?: string | undefined }
type Result = { command: string; rowCount: number; rows: unknown[] }
type Send = (text: string, values?: unknown[]) => Promise<Result>

/** The part of the driver's connection that writes messages. */
type Wire = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  parse(message: { text: string; name: string }): void
  bind(message: object): void
  execute(message: object): void
  sync(): void
}

/** The part of the driver's query that reads the responses. */
type Reading = pg.Query & {
  callback: (error: Error | null, result: Result) => void
  prepare(connection: Wire): void
  submit(connection: Wire): null
  handleCommandComplete(message: object, connection: Wire): void
  _getRows(connection: Wire): void
}

/** The texts of the statements that wait for `commit`. */
const lastStatements = new Set<string>()

/** From now on, the statement waits for `commit`. It returns no rows. Its error rejects the commit, and so the transaction. */
export function markLast(text: string): void {
  lastStatements.add(text)
}

/** The texts of the statements that are the only ones of their transactions. */
const onlyStatements = new Set<string>()

/** From now on, `commit` is sent with the statement. Another statement after it in its transaction throws. */
export function markOnly(text: string): void {
  onlyStatements.add(text)
}

const COMMIT: Statement = { text: 'commit' }

export function sendTogether(client: pg.PoolClient): void {
  const send = client.query.bind(client) as unknown as Send
  const { connection } = client as unknown as { connection: Wire }
  let waiting: Statement[] = []
  /** PostgreSQL has committed. Kysely's `commit` comes next and is not sent. */
  let isCommitted = false

  function takeWaiting(): Statement[] {
    const taken = waiting
    waiting = []
    return taken
  }

  async function sendWaitingFirst(text: string, values?: unknown[]): Promise<Result> {
    const before = takeWaiting()
    const last = before.pop()
    if (last) await sendAll(client, before, last)
    return send(text, values)
  }

  /** Sends the transaction's only statement, from `begin` to `commit`. */
  async function sendTransaction(statement: Statement): Promise<Result> {
    const result = await sendAll(client, takeWaiting(), statement, [COMMIT])
    isCommitted = true
    return result
  }

  function isReady(name: string | undefined): boolean {
    return !name || connection.parsedStatements[name] !== undefined
  }

  /** The result of a statement that is sent later, or with one before. Undefined for one that is sent now. */
  function deferOrSkip(statement: Statement): Result | undefined {
    const { text, name } = statement
    if (isCommitted) {
      isCommitted = false
      if (text !== 'commit') throw new Error(`After the only statement of a transaction: ${text}`)
      return toResult('COMMIT')
    }
    if (text === 'begin' || text.startsWith('begin; ')) {
      waiting = text.split('; ').map((one) => ({ text: one }))
      return toResult('BEGIN')
    }
    const isSetting = waiting.length > 0 && text.startsWith('set local ')
    if (isSetting || (lastStatements.has(text) && isReady(name))) {
      waiting.push(statement)
      return toResult(isSetting ? 'SET' : 'INSERT')
    }
    return undefined
  }

  async function query(text: string, values?: unknown[]): Promise<Result> {
    const statement = { text, values, name: readName(text) }
    const result = deferOrSkip(statement)
    if (result) return result
    if (!waiting.length) return send(text, values)
    const isNew = waiting[0]?.text === 'begin'
    if (isNew && text === 'commit' && !waiting.some((one) => lastStatements.has(one.text))) {
      waiting = []
      return toResult('COMMIT')
    }
    if (text === 'rollback') {
      waiting = []
      return isNew ? toResult('ROLLBACK') : send(text)
    }
    // Several statements in one text need their own message. A statement that gets its name must not be skipped.
    if (!isReady(statement.name) || text.includes(';')) return sendWaitingFirst(text, values)
    return isNew && onlyStatements.has(text)
      ? sendTransaction(statement)
      : sendAll(client, takeWaiting(), statement)
  }
  Object.assign(client, { query })
}

/** The result of `asked`. The error is that of any of the statements. */
function sendAll(
  client: pg.PoolClient,
  before: Statement[],
  asked: Statement,
  after: Statement[] = [],
): Promise<Result> {
  const query = new pg.Query(asked) as Reading
  let finished = 0
  return new Promise((resolve, reject) => {
    Object.assign(query, {
      callback: (error: Error | null, result: Result) => (error ? reject(error) : resolve(result)),
      submit(connection: Wire) {
        connection.stream.cork()
        for (const statement of before) write(connection, statement)
        query.prepare(connection)
        connection.stream.uncork()
        return null
      },
      _getRows(connection: Wire) {
        connection.execute({})
        for (const statement of after) write(connection, statement)
        connection.sync()
      },
      handleCommandComplete(message: object, connection: Wire) {
        if (finished++ !== before.length) return
        const handle = pg.Query.prototype as unknown as Reading
        handle.handleCommandComplete.call(query, message, connection)
      },
    })
    Reflect.apply(pg.Client.prototype.query, client, [query])
  })
}

/** Sends the statement without asking for the columns of its rows. */
function write(connection: Wire, { text, values, name = '' }: Statement): void {
  if (!name) connection.parse({ text, name })
  connection.bind({ statement: name, values })
  connection.execute({})
}

function toResult(command: string): Result {
  return { command, rowCount: 0, rows: [] }
}
