/** Starts the database, its migrations and the server. Stops them in the reverse order (SPEC S25, C27). */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readConfig, type Config } from './config.ts'
import type { EmbeddedServer } from './database/embedded/embedded.ts'
import { LIMITS, superviseEmbedded, type Limits } from './database/embedded/supervise.ts'
import { openDatabase } from './database/open.ts'
import { describeListenError, rejectTakenAddress } from './start/listen-address.ts'
import { openProgress } from './start/progress.ts'
import { describeReady } from './start/ready-line.ts'
import { makeReady, readConnections, startDatabase } from './start/start-database.ts'
import { listenForStop, rejectOnStop } from './stop-request.ts'

/** Running requests are cut off after this time. Together with the database's stop it stays near ten seconds. */
const REQUESTS_MS = 5_000
const CLOSE_IDLE_EVERY_MS = 100
/** A pool waits for its queries. The stop of the embedded database ends them. */
const POOL_MS = 500
/** The process ends after this time if a step of the shutdown hangs. */
const LONGEST_STOP_MS = 15_000

type Options = {
  /** How often the embedded database may end. */
  limits?: Limits
  onReady?: (address: string) => void
}

/** `closing` has the steps of the shutdown. `fail` causes it, with exit code 1. */
type Run = { stop: AbortSignal; closing: AsyncDisposableStack; fail: (error: Error) => void }

/**
 * Runs until a signal or a failure ends it. Returns the exit code: 0 after a signal, even during the start, 1 after a
 * failure.
 */
export async function runHaulbook(
  environment: Record<string, string | undefined>,
  { limits = LIMITS, onReady = () => undefined }: Options = {},
): Promise<number> {
  const stop = listenForStop()
  const failure = Promise.withResolvers<never>()
  const run = { stop, closing: new AsyncDisposableStack(), fail: failure.reject }
  let reason = 'Haulbook could not start: '
  try {
    onReady(await Promise.race([start(readConfig(environment), limits, run), failure.promise]))
    reason = ''
    await rejectOnStop(stop, failure.promise)
  } catch (error) {
    if (!stop.aborted) process.stderr.write(`${reason}${describe(error)}\n`)
  }
  const late = setTimeout(() => process.exit(1), LONGEST_STOP_MS)
  await run.closing.disposeAsync()
  clearTimeout(late)
  return stop.aborted ? 0 : 1
}

/** Imports all features, which is most of the start. The database starts at the same time. */
async function importFeatures() {
  const [{ buildApp }, { startJobs }, { startSender }] = await Promise.all([
    import('./app.ts'),
    import('./background-jobs.ts'),
    import('./mail/sending/sender.ts'),
  ])
  return { buildApp, startJobs, startSender }
}

/** Returns the address. Throws an Error with a plain message. */
async function start(config: Config, limits: Limits, run: Run): Promise<string> {
  await rejectTakenAddress(config)
  const progress = openProgress((line) => process.stderr.write(`${line}\n`))
  run.closing.defer(progress.stop)
  const starting = { config, stop: run.stop, progress }
  const embedded = config.databaseUrl
    ? undefined
    : await startDatabase(starting, () => importFeatures().catch(() => undefined))
  run.closing.defer(() => embedded?.stop())
  const connections = readConnections(config, embedded)
  const database = openDatabase(connections.app, (error) =>
    app.log.warn({ err: error }, 'connection lost'),
  )
  run.closing.defer(() => Promise.race([database.destroy(), pause(POOL_MS)]))
  // Before the imports, which block the process for seconds on a slow computer.
  const preparing = makeReady(connections, database, starting)
  // The imports may fail first.
  preparing.catch(() => undefined)
  const { buildApp, startJobs, startSender } = await importFeatures()
  const app = await buildApp(database, { ...config, findShortage: embedded?.disk.findShortage })
  run.closing.defer(() => closeApp(app))
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'stopping')
    run.fail(error)
  })
  if (embedded) supervise(embedded, app, limits, run.fail)
  embedded?.disk.watch(embedded.connection, (line) => app.log.warn(line))
  await preparing
  run.closing.defer(
    startJobs(database, (error, job) => app.log.warn({ err: error, job }, 'background job failed')),
  )
  if (config.mailServer) {
    const onError = (error: unknown) => app.log.warn({ err: error }, 'sending mail failed')
    run.closing.defer(startSender(database, config.mailServer, { onError }).stop)
  }
  const address = await app.listen({ port: config.port, host: config.host }).catch((error) => {
    throw describeListenError(error, config)
  })
  progress.stop()
  process.stdout.write(`${describeReady(address, config, embedded)}\n`)
  return address
}

/** Waits for running requests, but not forever. */
async function closeApp(app: FastifyInstance): Promise<void> {
  // A browser keeps its connection after the last response and would delay the stop.
  const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
  const late = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS)
  await app.close()
  clearInterval(closing)
  clearTimeout(late)
}

function supervise(
  embedded: EmbeddedServer,
  { log }: FastifyInstance,
  limits: Limits,
  fail: (error: Error) => void,
): void {
  void superviseEmbedded(embedded, {
    limits,
    onEnd: (error) => log.error({ err: error }, 'the database ended and is started again'),
    onBack: () => log.warn('the database runs again'),
  }).then((error) => error && fail(error))
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
