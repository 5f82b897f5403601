/** One copy of the app on one data folder (SPEC B1): a file that names its holder. */
import { randomUUID } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OWN_PID, startOf } from './processes.ts'

export class DataFolderInUseError extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by another copy of Haulbook (process ${pid}). Stop that one first.`,
    )
  }
}

/** Takes the folder, clearing what a dead copy left. Throws DataFolderInUseError. Gives what releases it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'haulbook.lock')
  const mine = `${OWN_PID} ${startOf(OWN_PID)}`
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, mine)
  try {
    while (!(await linked(draft, file))) await clearIfDead(file, folder)
  } finally {
    await unlink(draft)
  }
  return async () => {
    if ((await contentOf(file)) === mine) await unlink(file)
  }
}

/** A hard link appears whole or not at all, and only one of two copies can make it. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function clearIfDead(file: string, folder: string): Promise<void> {
  const content = await contentOf(file)
  if (content === undefined) return
  const [pid = '', ...start] = content.split(' ')
  const alive = startOf(Number(pid)) === start.join(' ')
  if (alive) throw new DataFolderInUseError(folder, Number(pid))
  // Looked at once more: another copy may have cleared the dead one's and taken the folder by now.
  if ((await contentOf(file)) === content) await unlink(file).catch(ignoreGone)
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(ignoreGone)
}

function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
