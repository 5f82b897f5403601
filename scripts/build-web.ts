/** Builds the web when it is not built yet, or when something it is made of has changed since. */
import { createHash } from 'node:crypto'
import { glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = path.join(import.meta.dirname, '..')
const BUILT = path.join(ROOT, 'dist/web')
const PRINT = path.join(ROOT, 'dist/web.fingerprint')
const MADE_OF = [
  'src/web/**/*',
  'src/core/**/*',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build-web.ts',
]

// Tests run with "test" here, and Vite would take React's development build, at twice the size.
process.env.NODE_ENV = 'production'

await buildIfNeeded()

async function buildIfNeeded(): Promise<void> {
  const now = await fingerprint()
  const before = await readFile(PRINT, 'utf8').catch(() => '')
  const page = await readFile(path.join(BUILT, 'index.html')).catch(() => undefined)
  if (now === before && page) return
  process.stdout.write('Building the web...\n')
  await buildBeside()
  await writeFile(PRINT, now)
}

/** Into a folder beside, so that a build that fails leaves the former one as it is. */
async function buildBeside(): Promise<void> {
  await mkdir(path.dirname(BUILT), { recursive: true })
  const draft = await mkdtemp(path.join(path.dirname(BUILT), 'web-'))
  try {
    await build({
      logLevel: 'warn',
      root: path.join(ROOT, 'src/web'),
      configFile: path.join(ROOT, 'vite.config.ts'),
      build: { outDir: draft },
    })
    await compressAll(draft)
    await putInPlace(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Two starts at once build the same: where the other one was quicker, its build stands. */
async function putInPlace(draft: string): Promise<void> {
  await rm(BUILT, { recursive: true, force: true })
  await rename(draft, BUILT).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error
  })
}

/** Once, as small as can be: while a page is waited for there is no time to. */
async function compressAll(folder: string): Promise<void> {
  for await (const file of glob('**/*.{js,css,html,svg}', { cwd: folder })) {
    const whole = await readFile(path.join(folder, file))
    await writeFile(path.join(folder, `${file}.br`), brotliCompressSync(whole))
    await writeFile(path.join(folder, `${file}.gz`), gzipSync(whole, { level: 9 }))
  }
}

async function fingerprint(): Promise<string> {
  const digest = createHash('sha256')
  const names: string[] = []
  for await (const file of glob(MADE_OF, { cwd: ROOT, withFileTypes: true })) {
    if (file.isFile()) names.push(path.join(file.parentPath, file.name))
  }
  for (const name of names.toSorted()) {
    digest.update(path.relative(ROOT, name)).update(await readFile(name))
  }
  return digest.digest('hex')
}
