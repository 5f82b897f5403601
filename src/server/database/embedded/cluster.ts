/** The files of a database server: made once, whole or not at all. */
import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Runner } from './runner.ts'

export const SUPERUSER = 'haulbook'
/** Of the app: it owns nothing, and so can undo none of what guards the records. */
export const APP_ROLE = 'haulbook_app'
const HALF_MADE = 'postgres.new-'

export class ClusterError extends Error {}

/** Where the cluster of a folder is, or will be. */
export function readCluster(folder: string): string {
  return path.join(folder, 'postgres')
}

/** Makes the cluster where there is none. Throws ClusterError where another version made it. */
export async function prepareCluster(runner: Runner, folder: string): Promise<string> {
  const cluster = readCluster(folder)
  for (const name of await readdir(folder)) {
    // A first start that was killed: half a cluster cannot be started, nor mended. Its `initdb` may
    // live a moment longer and still write there: hence the retries.
    if (name.startsWith(HALF_MADE))
      await rm(path.join(folder, name), { recursive: true, maxRetries: 8, retryDelay: 100 })
  }
  if (!(await isThere(cluster))) await createCluster(runner, folder, cluster)
  else await rejectOtherVersion(runner, cluster, await readVersion(cluster))
  return cluster
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined)) !== undefined
}

async function readVersion(cluster: string): Promise<string> {
  try {
    return (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ClusterError(`${cluster} is no readable PostgreSQL data: ${reason}`)
  }
}

/** `initdb` into a folder beside, then one rename. */
async function createCluster(runner: Runner, folder: string, cluster: string): Promise<void> {
  const draft = path.join(folder, `${HALF_MADE}${Date.now()}`)
  await mkdir(draft, { mode: 0o700 })
  await takeOwnership(runner, draft)
  const words = [
    ...['-D', draft, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    // The same order of text on every machine, whatever its system's locales are.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ]
  await run(runner, 'initdb', words)
  await rename(draft, cluster)
  const directory = await open(folder)
  await directory.sync()
  await directory.close()
}

async function rejectOtherVersion(runner: Runner, cluster: string, version: string): Promise<void> {
  const words = await run(runner, 'postgres', ['--version'])
  const present = /(\d+)\./.exec(words)?.[1]
  if (present === version) return
  throw new ClusterError(
    `${cluster} was made by PostgreSQL ${version}, and this is PostgreSQL ${present}. Start the older Haulbook once more and move the data with an export.`,
  )
}

/** Gives a folder to the user whom the server runs as. */
export async function takeOwnership({ identity }: Runner, folder: string): Promise<void> {
  await chmod(folder, 0o700)
  if (identity.uid !== undefined && identity.gid !== undefined)
    await chown(folder, identity.uid, identity.gid)
}

/** Runs a binary to its end and gives what it printed. Throws ClusterError with its last words. */
function run(runner: Runner, binary: string, words: string[]): Promise<string> {
  const [command = '', ...before] = [...runner.before, path.join(runner.bin, binary)]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...words], { ...runner.identity, cwd: '/' })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('error', (error) =>
      reject(new ClusterError(`PostgreSQL's ${binary} does not run here: ${error.message}`)),
    )
    child.on('close', (code) =>
      code === 0
        ? resolve(said)
        : reject(new ClusterError(`${binary} failed: ${said.trim().slice(-500)}`)),
    )
  })
}
