import pg from 'pg'

/** The texts of the messages that the driver waits for while `run` runs, except those that ask for the connection's process. */
export async function recordSent(run: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const query = pg.Client.prototype.query
  const record = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    sent.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return Reflect.apply(query, this, given) as unknown
  }
  Object.assign(pg.Client.prototype, { query: record })
  await run().finally(() => Object.assign(pg.Client.prototype, { query }))
  return sent.filter((text) => !text.includes('pg_backend_pid'))
}
