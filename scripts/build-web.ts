/** Builds the web app if it is not built or if one of its sources has changed. */
import { createHash } from 'node:crypto'
import { chmod, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = path.join(import.meta.dirname, '..')
const BUILT = path.join(ROOT, 'dist/web')
const FINGERPRINT = path.join(ROOT, 'dist/web.fingerprint')
const SOURCES = [
  'src/web/**/*',
  'src/core/**/*',
  'docs/guide/**/*',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build-web.ts',
]

/** In bytes. The best compression needs 10 seconds for such a file, and saves 12 % of it. */
const LARGE = 2_000_000
const FAST = 9

// Under vitest, NODE_ENV is "test", and Vite would use React's development build of twice the size.
process.env.NODE_ENV = 'production'

await buildIfNeeded()

async function buildIfNeeded(): Promise<void> {
  const now = await fingerprint()
  const before = await readFile(FINGERPRINT, 'utf8').catch(() => '')
  const page = await readFile(path.join(BUILT, 'index.html')).catch(() => undefined)
  if (now === before && page) return
  process.stdout.write('Building the web app...\n')
  await replaceBuild()
  await writeFile(FINGERPRINT, now)
}

/** Builds in a temporary folder, so that a failed build keeps the old one. */
async function replaceBuild(): Promise<void> {
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
    // Only its owner can read a new temporary folder, but the server may run as another user.
    await chmod(draft, 0o755)
    await moveInPlace(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** If another process was faster, its build is the same and is kept. */
async function moveInPlace(draft: string): Promise<void> {
  await rm(BUILT, { recursive: true, force: true })
  await rename(draft, BUILT).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error
  })
}

/** The best compression is too slow to run while a browser waits. */
async function compressAll(folder: string): Promise<void> {
  for await (const file of glob('**/*.{js,mjs,wasm,css,html,svg}', { cwd: folder })) {
    const content = await readFile(path.join(folder, file))
    const quality = content.length > LARGE ? FAST : constants.BROTLI_MAX_QUALITY
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
    await writeFile(path.join(folder, `${file}.br`), brotliCompressSync(content, { params }))
    await writeFile(path.join(folder, `${file}.gz`), gzipSync(content, { level: 9 }))
  }
}

async function fingerprint(): Promise<string> {
  const digest = createHash('sha256')
  const names: string[] = []
  for await (const file of glob(SOURCES, { cwd: ROOT, withFileTypes: true })) {
    if (file.isFile()) names.push(path.join(file.parentPath, file.name))
  }
  for (const name of names.toSorted()) {
    digest.update(path.relative(ROOT, name)).update(await readFile(name))
  }
  return digest.digest('hex')
}
