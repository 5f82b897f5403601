/** Creates the files of the database server, completely or not at all. */
import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ClusterError } from './errors.ts'
import { RESTORE_ADVICE } from './exit-reason.ts'
import { readDatabaseEnvironment, signal } from './processes.ts'
import { clusterPath, type Runner } from './runner.ts'

export const SUPERUSER = 'haulbook'
/** The app's role. It owns nothing, so it cannot drop the triggers that guard the records. */
export const APP_ROLE = 'haulbook_app'
const INCOMPLETE_PREFIX = 'postgres.new-'

/**
 * Creates the cluster if there is none and returns its path. Throws ClusterError if another version made it, and the
 * reason of `stop`.
 */
export async function prepareCluster(
  runner: Runner,
  folder: string,
  stop: AbortSignal,
): Promise<string> {
  const cluster = clusterPath(folder)
  for (const name of await readdir(folder)) {
    // Left by a first start that was killed. Its `initdb` may still be running and writing there, so retry.
    if (name.startsWith(INCOMPLETE_PREFIX))
      await rm(path.join(folder, name), { recursive: true, maxRetries: 8, retryDelay: 100 })
  }
  if (!(await exists(cluster))) await createCluster(runner, folder, cluster, stop)
  else await rejectOtherVersion(runner, cluster, await readVersion(cluster))
  return cluster
}

async function exists(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined)) !== undefined
}

async function readVersion(cluster: string): Promise<string> {
  try {
    return (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ClusterError(
      `${cluster} is not a valid PostgreSQL data folder: ${reason}\n${RESTORE_ADVICE}`,
    )
  }
}

/** Runs `initdb` in a temporary folder, then renames it. */
async function createCluster(
  runner: Runner,
  folder: string,
  cluster: string,
  stop: AbortSignal,
): Promise<void> {
  const draft = path.join(folder, `${INCOMPLETE_PREFIX}${Date.now()}`)
  await mkdir(draft, { mode: 0o700 })
  await takeOwnership(runner, draft)
  const options = [
    ...['-D', draft, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    // Text sorts the same on every machine, whatever locales the system has.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ]
  try {
    await run(runner, 'initdb', options, stop)
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 8, retryDelay: 100 })
    throw error
  }
  await rename(draft, cluster)
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
}

async function rejectOtherVersion(runner: Runner, cluster: string, version: string): Promise<void> {
  const output = await run(runner, 'postgres', ['--version'])
  const present = /(\d+)\./.exec(output)?.[1]
  if (present === version) return
  throw new ClusterError(
    `${cluster} was made by PostgreSQL ${version}, but this version uses PostgreSQL ${present}. Export the data with the older Haulbook and import it here.`,
  )
}

/** Gives a folder to the server's user. */
export async function takeOwnership({ identity }: Runner, folder: string): Promise<void> {
  await chmod(folder, 0o700)
  if (identity.uid !== undefined && identity.gid !== undefined)
    await chown(folder, identity.uid, identity.gid)
}

/** Runs a binary and returns its output. Throws ClusterError with the end of the output, and the reason of `stop`. */
function run(
  runner: Runner,
  binary: string,
  options: string[],
  stop?: AbortSignal,
): Promise<string> {
  const [command = '', ...before] = [...runner.before, path.join(runner.bin, binary)]
  return new Promise((resolve, reject) => {
    stop?.throwIfAborted()
    // In a new process group, with the processes that `initdb` starts: a stop ends all of them.
    const child = spawn(command, [...before, ...options], {
      ...runner.identity,
      cwd: '/',
      env: readDatabaseEnvironment(),
      detached: true,
    })
    stop?.addEventListener('abort', () => child.pid && signal(-child.pid, 'SIGKILL'), {
      once: true,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) =>
      reject(new ClusterError(`PostgreSQL's ${binary} failed to run: ${error.message}`)),
    )
    child.on('close', (code) => {
      if (stop?.aborted) return reject(stop.reason as Error)
      if (code === 0) return resolve(output)
      reject(new ClusterError(`${binary} failed: ${output.trim().slice(-500)}`))
    })
  })
}
