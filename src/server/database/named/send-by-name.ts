/** Sends some statements by name: a connection parses and plans these once (SPEC C268). */
import { createHash } from 'node:crypto'
import pg from 'pg'

/** The names of statements, by text. */
const names = new Map<string, string>()

/** From now on, every connection sends the statement by a name. */
export function nameStatement(text: string): void {
  names.set(text, createHash('sha256').update(text).digest('base64url'))
}

/** Undefined if the statement has no name. */
export function readName(text: string): string | undefined {
  return names.get(text)
}

type Send = (...given: unknown[]) => Promise<{ rows: { pid: number }[] }>

/** The connection sends named statements by name, unless a pooler gives each transaction another connection. */
export function sendByName(client: pg.PoolClient): void {
  const send: Send = (...given) => Reflect.apply(pg.Client.prototype.query, client, given)
  let direct: boolean | undefined

  async function sendNamed(name: string, text: string, values: unknown) {
    direct ??= await isDirect(client, send)
    return direct ? sendAs(name, text, values, send) : send(text, values)
  }

  const query: Send = (...given) => {
    const [text, values] = given
    const name = typeof text === 'string' ? readName(text) : undefined
    return name && direct !== false ? sendNamed(name, String(text), values) : send(...given)
  }
  Object.assign(client, { query })
}

/**
 * Builds a query object of the driver: the driver copies any other object with a name, which takes longer than writing
 * the message.
 */
function sendAs(name: string, text: string, values: unknown, send: Send): ReturnType<Send> {
  const query = Object.assign(new pg.Query(text, values as unknown[]), { name })
  return new Promise((resolve, reject) => {
    const callback = (error: Error | null, result: Awaited<ReturnType<Send>>) =>
      error ? reject(error) : resolve(result)
    void send(Object.assign(query, { callback }))
  })
}

/** A pooler announces a different process than the one that runs the statements. */
async function isDirect(client: pg.PoolClient, send: Send): Promise<boolean> {
  const { rows } = await send('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as unknown as { processID: unknown }).processID
}
