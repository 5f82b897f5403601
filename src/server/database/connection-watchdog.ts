/**
 * A database that hangs, or a network that swallows everything, breaks no connection: each query would wait
 * until its own limit. While queries run for longer than a moment, a new connection is tried beside them;
 * where nobody answers that one either, all are ended, and their callers told (SPEC S24).
 */
import pg from 'pg'

const LOOK_EVERY_MS = 500
/** With two looks before it, well under the three seconds after which a caller is to be told. */
const LONGEST_SILENCE_MS = 1_200
/** Later than this the process itself was held up: its clock says nothing of the database. */
const LATE_MS = 300

/** Until the pool ends. */
export function watchConnection(pool: pg.Pool, config: pg.ClientConfig): void {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let busyLooks = 0
  let asking = false
  let last = performance.now()

  async function look(): Promise<void> {
    if (pool.ending) return clearInterval(looking)
    const late = performance.now() - last > LOOK_EVERY_MS + LATE_MS
    last = performance.now()
    busyLooks = late || pool.idleCount === pool.totalCount ? 0 : busyLooks + 1
    if (asking || busyLooks < 2) return
    asking = true
    const silent = !(await isResponding(config))
    asking = false
    if (silent && busyLooks > 0) for (const client of clients) client.connection.stream.destroy()
  }

  const looking = setInterval(() => void look(), LOOK_EVERY_MS).unref()
}

/** Whether there is anybody; a refusal is an answer too. */
async function isResponding(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: LONGEST_SILENCE_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    // Not waited for: of a database that hangs the goodbye would never come.
    client.end().catch(() => undefined)
  }
}
