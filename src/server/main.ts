/** Starts the database, its migrations and the server. Stops them in the reverse order. */
import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { startJobs } from './background-jobs.ts'
import { readConfig, type Config } from './config.ts'
import { startEmbedded, type EmbeddedServer } from './database/embedded/embedded.ts'
import { openDatabase } from './database/open.ts'
import { prepareDatabase, type Connections } from './database/prepare.ts'

const GRACE_MS = 9_000
const CLOSE_IDLE_EVERY_MS = 100

async function start(config: Config): Promise<void> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir)
  const connections = readConnections(config, embedded)
  const database = openDatabase(connections.app, (error) =>
    app.log.warn({ err: error }, 'connection lost'),
  )
  const app = await buildApp(database, { ...config, findShortage: embedded?.disk.findShortage })
  const stopJobs = startJobs(database, (error, job) =>
    app.log.warn({ err: error, job }, 'background job failed'),
  )

  async function stop(): Promise<void> {
    stopJobs()
    // A browser keeps its connection after the last response and would delay the stop until the grace period ends.
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    await app.close()
    clearInterval(closing)
    await database.destroy()
    await embedded?.stop()
  }
  // At "beforeExit" it would end a failed start with exit code 0.
  const skip: ['beforeExit'] = ['beforeExit']
  closeWithGrace({ delay: GRACE_MS, logger: false, skip }, async ({ err }) => {
    ignoreSecondSignals()
    if (err) app.log.fatal({ err }, 'stopping')
    await stop()
  })
  try {
    await prepareDatabase(connections.owner, database, config)
    const address = await app.listen({ port: config.port, host: config.host })
    print(readyLine(address, config, embedded))
  } catch (error) {
    await stop()
    throw error
  }
  embedded?.disk.watch(embedded.connection, (line) => app.log.warn(line))
  if (embedded) exitWith(embedded)
}

/** Under npm a Ctrl-C arrives twice, from the terminal and from npm. The second one must not interrupt the shutdown. */
function ignoreSecondSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.removeAllListeners(signal).on(signal, () => undefined)
}

function readConnections(config: Config, embedded: EmbeddedServer | undefined): Connections {
  if (embedded) return { owner: embedded.connection, app: embedded.app }
  const app = config.databaseUrl ?? ''
  return { owner: config.databaseOwnerUrl ?? app, app }
}

function readyLine(
  address: string,
  { dataDir }: Config,
  embedded: EmbeddedServer | undefined,
): string {
  const remarks = [
    ...(embedded ? [`data in ${shortPath(dataDir)}`] : []),
    ...(embedded?.disk.isFull() ? ['the disk is full: nothing can be saved'] : []),
    ...(embedded?.note ? [embedded.note] : []),
    'press Ctrl-C to stop',
  ]
  return `Haulbook is ready: open ${address} (${remarks.join('; ')})`
}

/** "./data" for a folder in the current one. */
function shortPath(folder: string): string {
  const relative = path.relative('', folder)
  return relative.startsWith('..') || path.isAbsolute(relative) ? folder : `./${relative}`
}

/** Ends the process if the embedded database stops: a supervisor can then start both again. */
function exitWith(embedded: EmbeddedServer): void {
  void embedded.ended.then((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
}

function print(line: string): void {
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
