/** Starts everything: the database, its migrations, the server. Stops it in the reverse order. */
import closeWithGrace from 'close-with-grace'
import { deleteExpired } from './accounts/attempts.ts'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { startEmbedded, type EmbeddedServer } from './database/embedded/embedded.ts'
import { openDatabase } from './database/open.ts'
import { prepareDatabase, type Connections } from './database/prepare.ts'

const GRACE_MS = 9_000
const CLOSE_IDLE_EVERY_MS = 100
const CLEAN_UP_EVERY_MS = 60 * 60 * 1000

async function start(config: Config): Promise<void> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const entrances = readConnections(config, embedded)
  const database = openDatabase(entrances.app, (error) =>
    app.log.warn({ err: error }, 'connection lost'),
  )
  const app = await buildApp(database, config)
  const cleaning = setInterval(() => {
    deleteExpired(database).catch((error: unknown) => app.log.warn({ err: error }, 'not cleaned'))
  }, CLEAN_UP_EVERY_MS)

  async function stop(): Promise<void> {
    clearInterval(cleaning)
    // A browser keeps its connection after the last answer, and would hold up the stop until the grace is over.
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    await app.close()
    clearInterval(closing)
    await database.destroy()
    await embedded?.stop()
  }
  // At "beforeExit" it would end a start that failed with code 0.
  const skip: ['beforeExit'] = ['beforeExit']
  closeWithGrace({ delay: GRACE_MS, logger: false, skip }, async ({ err }) => {
    ignoreSecondSignals()
    if (err) app.log.fatal({ err }, 'stopping')
    await stop()
  })
  try {
    await prepareDatabase(entrances.owner, database, config)
    const address = await app.listen({ port: config.port, host: config.host })
    say(readyLine(address, embedded))
  } catch (error) {
    await stop()
    throw error
  }
  if (embedded) endWith(embedded)
}

/** Ctrl-C under npm arrives twice, from the terminal and from npm: the second must not cut the stop short. */
function ignoreSecondSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.removeAllListeners(signal).on(signal, () => undefined)
}

function readConnections(config: Config, embedded: EmbeddedServer | undefined): Connections {
  if (embedded) return { owner: embedded.connection, app: embedded.app }
  const app = config.databaseUrl ?? ''
  return { owner: config.databaseOwnerUrl ?? app, app }
}

function readyLine(address: string, embedded: EmbeddedServer | undefined): string {
  return `Haulbook is ready at ${address}${embedded?.note ? ` (${embedded.note})` : ''}`
}

/** Without its database the process is of no use: whoever watches it may start it again. */
function endWith(embedded: EmbeddedServer): void {
  void embedded.ended.then((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  await start(readConfig(process.env))
} catch (error) {
  process.stderr.write(
    `Haulbook could not start: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
}
