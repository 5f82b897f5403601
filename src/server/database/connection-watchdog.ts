/**
 * Detects a database that hangs or a network that drops packets (SPEC S24). Neither breaks a connection, so each
 * query would wait for its own timeout. While queries run longer than a moment, the watchdog opens a new connection;
 * if that gets no response, it ends all connections and so fails their queries.
 */
import pg from 'pg'

const CHECK_EVERY_MS = 500
/** With two checks before it, below the three seconds within which a caller must get a response. */
const LONGEST_SILENCE_MS = 1_200
/** A check that is later than this was delayed by our own process and says nothing about the database. */
const LATE_MS = 300

/** Watches until the pool ends. A database that gives no response for `longestSilenceMs` hangs. */
export function watchConnection(
  pool: pg.Pool,
  config: pg.ClientConfig,
  longestSilenceMs = LONGEST_SILENCE_MS,
): void {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let busyChecks = 0
  let asking = false
  let last = performance.now()

  async function check(): Promise<void> {
    if (pool.ending) return clearInterval(checking)
    const late = performance.now() - last > CHECK_EVERY_MS + LATE_MS
    last = performance.now()
    busyChecks = late || pool.idleCount === pool.totalCount ? 0 : busyChecks + 1
    if (asking || busyChecks < 2) return
    asking = true
    const silent = !(await isResponding({ ...config, connectionTimeoutMillis: longestSilenceMs }))
    asking = false
    if (silent && busyChecks > 0) for (const client of clients) client.connection.stream.destroy()
  }

  const checking = setInterval(() => void check(), CHECK_EVERY_MS).unref()
}

/** A rejected connection also shows that the server responds. */
async function isResponding(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    // Do not wait: a database that hangs would never confirm.
    client.end().catch(() => undefined)
  }
}
