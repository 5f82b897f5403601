/** As whom the server runs, and where its files lie. PostgreSQL refuses to run as root. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { copyBinaries, findBinaries, UnsupportedPlatformError } from './binaries.ts'
import { ClusterError, readCluster } from './cluster.ts'
import { IS_ROOT } from './processes.ts'

/** How to run a binary. */
export type Runner = {
  bin: string
  /** What stands before the binary on the command line. */
  before: string[]
  identity: { uid?: number; gid?: number }
  /** Where the files of the server have to lie when they cannot lie in the data folder itself. */
  elsewhere?: string
  note?: string
}

/** A folder that any user may enter, for systems that let root give nothing away. */
const ELSEWHERE = '/var/lib/haulbook'

/**
 * What exists decides: a start that chose another way than the last one would find no data there,
 * and begin with an empty database. `canUnshare` is asked whether a process may leave root behind in
 * a namespace of its own and still work in the data folder.
 */
export async function findRunner(
  dataDir: string,
  canUnshare: (dataDir: string, bin: string) => boolean = unshareWorks,
): Promise<Runner> {
  const native = await findBinaries()
  const bin = path.join(native, 'bin')
  if (!IS_ROOT) return { bin, before: [], identity: {} }
  const elsewhere = elsewhereFor(dataDir)
  const here = await ownerOf(readCluster(dataDir))
  if (here && here.uid !== 0)
    return { bin, before: [], identity: here, note: `the database runs as user ${here.uid}` }
  const moved = !here && (await ownerOf(readCluster(elsewhere)))
  if (!moved && canUnshare(dataDir, bin)) return { bin, before: ['unshare', '-U'], identity: {} }
  if (here)
    throw new ClusterError(
      `The data in ${dataDir} belongs to root, and this system lets root start no server on it. Give the folder to another user (chown -R) and start Haulbook as that user.`,
    )
  return asAnotherUser(native, elsewhere)
}

async function asAnotherUser(native: string, elsewhere: string): Promise<Runner> {
  const user = userNamed('postgres') ?? userNamed('nobody')
  if (!user)
    throw new UnsupportedPlatformError(
      'PostgreSQL cannot run as root, and there is no user "postgres" or "nobody". Start Haulbook as another user.',
    )
  return {
    bin: path.join(await copyBinaries(native, ELSEWHERE), 'bin'),
    before: [],
    identity: { uid: user.uid, gid: user.gid },
    elsewhere,
    note: `the database runs as ${user.name}, in ${elsewhere}`,
  }
}

/** A folder for each data folder, so that two installations do not share their data. */
function elsewhereFor(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return path.join(ELSEWHERE, name)
}

async function ownerOf(file: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found && { uid: found.uid, gid: found.gid }
}

/** Root without its rights cannot enter another user's private folder, as with `sudo npm start`. */
function unshareWorks(dataDir: string, bin: string): boolean {
  const words = ['cd "$1" && [ -w . ] && cd "$2"', 'sh', dataDir, bin]
  return spawnSync('unshare', ['-U', 'sh', '-c', ...words]).status === 0
}

function userNamed(name: string): { name: string; uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { stdout, status } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid }
}
