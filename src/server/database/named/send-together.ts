/**
 * Sends statements whose result no one waits for together with the next one, in one message (SPEC C299): `begin` and the
 * settings of a transaction with its first statement, and its last statement with `commit`. If one of them fails, PostgreSQL skips those after it.
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
}

/** The part of the driver's query that reads the responses. */
type Reading = pg.Query & {
  callback: (error: Error | null, result: Result) => void
  prepare(connection: Wire): void
  submit(connection: Wire): null
  handleCommandComplete(message: object, connection: Wire): void
}

/** The texts of the statements that wait for `commit`. */
const lastStatements = new Set<string>()

/** From now on, the statement waits for `commit`. It returns no rows. Its error rejects the commit, and so the transaction. */
export function sendWithCommit(text: string): void {
  lastStatements.add(text)
}

export function sendTogether(client: pg.PoolClient): void {
  const send = client.query.bind(client) as unknown as Send
  const { connection } = client as unknown as { connection: Wire }
  let waiting: Statement[] = []

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

  function query(text: string, values?: unknown[]): Promise<Result> {
    if (text === 'begin' || text.startsWith('begin; ')) {
      waiting = text.split('; ').map((one) => ({ text: one }))
      return Promise.resolve(toResult('BEGIN'))
    }
    if (waiting.length && text.startsWith('set local ')) {
      waiting.push({ text })
      return Promise.resolve(toResult('SET'))
    }
    const name = readName(text)
    const isReady = !name || connection.parsedStatements[name] !== undefined
    if (lastStatements.has(text) && isReady) {
      waiting.push({ text, values, name })
      return Promise.resolve(toResult('INSERT'))
    }
    if (!waiting.length) return send(text, values)
    const isNew = waiting[0]?.text === 'begin'
    if (isNew && text === 'commit' && !waiting.some((one) => lastStatements.has(one.text))) {
      waiting = []
      return Promise.resolve(toResult('COMMIT'))
    }
    if (text === 'rollback') {
      waiting = []
      return isNew ? Promise.resolve(toResult('ROLLBACK')) : send(text)
    }
    // Several statements in one text need their own message. A statement that gets its name must not be skipped.
    return isReady && !text.includes(';')
      ? sendAll(client, takeWaiting(), { text, values, name })
      : sendWaitingFirst(text, values)
  }
  Object.assign(client, { query })
}

/** The result of the last statement. */
function sendAll(client: pg.PoolClient, before: Statement[], last: Statement): Promise<Result> {
  const query = new pg.Query(last) as Reading
  let unfinished = before.length
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
      handleCommandComplete(message: object, connection: Wire) {
        if (unfinished-- > 0) return
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
