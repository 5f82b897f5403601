/** Starts a Chromium: npm's, which is the same on every machine, or else the system's. */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const DIST = path.join(import.meta.dirname, '../dist')
const INTER = '@expo-google-fonts/inter/package.json'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The project's own flags: the npm package's flags turn web security off. */
const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

const ORDER =
  process.env.HAULBOOK_CHROMIUM === 'system' ? [findSystem, findNpm] : [findNpm, findSystem]

type Candidate = { executablePath: string; env: Record<string, string>; chromiumSandbox: boolean }

/** HAULBOOK_CHROMIUM=system tries the system's first. Throws if none starts. */
export async function openBrowser(flags: string[] = []): Promise<Browser> {
  const failures: string[] = []
  for (const find of ORDER) {
    for (const candidate of withSandbox(await find())) {
      const { env, ...launch } = candidate
      try {
        return await chromium.launch({
          ...launch,
          args: [...FLAGS, ...flags],
          env: { ...process.env, ...env },
        })
      } catch (error) {
        failures.push(`${launch.executablePath}: ${String(error)}`)
      }
    }
  }
  throw new Error(`No Chromium starts: neither npm's nor the system's.\n${failures.join('\n')}`)
}

/** Root cannot use the sandbox, and some systems forbid it: those run without it. */
function withSandbox(found: Omit<Candidate, 'chromiumSandbox'>[]): Candidate[] {
  const kinds = process.getuid?.() === 0 ? [false] : [true, false]
  return found.flatMap((one) => kinds.map((chromiumSandbox) => ({ ...one, chromiumSandbox })))
}

async function findSystem() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const paths = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const isExecutable = await Promise.all(paths.map(canRun))
  return paths
    .filter((_, index) => isExecutable[index])
    .map((executablePath) => ({ executablePath, env: {} }))
}

/** Uses the system's libraries, or else the package's own, for systems without libnss3. */
async function findNpm() {
  const folder = await unpack()
  const executablePath = path.join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: await writeFontConfig(folder) }
  const libraries = { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }
  return [
    { executablePath, env: fonts },
    { executablePath, env: { ...fonts, ...libraries } },
  ]
}

/**
 * The package's font configuration points to /tmp, and without a font Chromium crashes at its first text. The
 * screens use Inter; the package's own font has no bold.
 */
async function writeFontConfig(folder: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf')
  const draft = `${file}.${process.pid}`
  const inter = path.dirname(fileURLToPath(import.meta.resolve(INTER)))
  const places = [inter, path.join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  const dirs = places.map((place) => `<dir>${place}</dir>`).join('')
  const cache = `<cachedir>${path.join(folder, 'font-cache')}</cachedir>`
  await writeFile(draft, `<?xml version="1.0"?><fontconfig>${dirs}${cache}</fontconfig>`)
  // Renamed as a whole: another browser may be reading it.
  await rename(draft, file)
  return file
}

/** Unpacks each version once, into a draft folder first: an interrupted run must leave no half browser. */
async function unpack(): Promise<string> {
  const folder = path.join(DIST, `chromium-${await readNpmVersion()}`)
  if (await canRun(path.join(folder, 'chromium'))) return folder
  await mkdir(DIST, { recursive: true })
  const draft = await mkdtemp(path.join(DIST, 'unpacking-'))
  const script = path.join(import.meta.dirname, 'unpack-chromium.ts')
  await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: draft } })
  await rename(draft, folder).catch(async (error: unknown) => {
    if (!(await canRun(path.join(folder, 'chromium')))) throw error
    // Another process unpacked it first, and may be running it.
    await rm(draft, { recursive: true })
  })
  return folder
}

async function readNpmVersion(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const described = await readFile(path.join(path.dirname(entry), '../package.json'), 'utf8')
  return (JSON.parse(described) as { version: string }).version
}

async function canRun(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
