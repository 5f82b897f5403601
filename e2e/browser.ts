/** A Chromium to test with: the one that comes from npm, the same everywhere, else the system's. */
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

/** Our own flags, not the npm package's: those switch web security off, and pages are tested as people meet them. */
const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

const ORDER = process.env.HAULBOOK_CHROMIUM === 'system' ? [ofSystem, ofNpm] : [ofNpm, ofSystem]

type Candidate = { executablePath: string; env: Record<string, string>; chromiumSandbox: boolean }

/** HAULBOOK_CHROMIUM=system asks for the system's first. Throws where none starts: nothing is skipped. */
export async function openBrowser(flags: string[] = []): Promise<Browser> {
  const refusals: string[] = []
  for (const find of ORDER) {
    for (const candidate of sandboxed(await find())) {
      const { env, ...how } = candidate
      try {
        return await chromium.launch({
          ...how,
          args: [...FLAGS, ...flags],
          env: { ...process.env, ...env },
        })
      } catch (error) {
        refusals.push(`${how.executablePath}: ${String(error)}`)
      }
    }
  }
  throw new Error(
    `No Chromium starts here, neither the system's nor npm's.\n${refusals.join('\n')}`,
  )
}

/** Root cannot have the sandbox, and some systems give it to nobody: then without. */
function sandboxed(found: Omit<Candidate, 'chromiumSandbox'>[]): Candidate[] {
  const kinds = process.getuid?.() === 0 ? [false] : [true, false]
  return found.flatMap((one) => kinds.map((chromiumSandbox) => ({ ...one, chromiumSandbox })))
}

async function ofSystem() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const paths = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const there = await Promise.all(paths.map(canRun))
  return paths
    .filter((_, index) => there[index])
    .map((executablePath) => ({ executablePath, env: {} }))
}

/** With the system's own libraries, else with those that come along, for systems without libnss3. */
async function ofNpm() {
  const folder = await unpacked()
  const executablePath = path.join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: await fontsOf(folder) }
  const libraries = { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') }
  return [
    { executablePath, env: fonts },
    { executablePath, env: { ...fonts, ...libraries } },
  ]
}

/**
 * The package's own font configuration looks below /tmp; without a font Chromium dies on its first text. Inter is what
 * the screens ask for first, and the package's own font has no bold.
 */
async function fontsOf(folder: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf')
  const draft = `${file}.${process.pid}`
  const inter = path.dirname(fileURLToPath(import.meta.resolve(INTER)))
  const places = [inter, path.join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  const dirs = places.map((place) => `<dir>${place}</dir>`).join('')
  const cache = `<cachedir>${path.join(folder, 'font-cache')}</cachedir>`
  await writeFile(draft, `<?xml version="1.0"?><fontconfig>${dirs}${cache}</fontconfig>`)
  // Whole at once: a browser beside may be reading it.
  await rename(draft, file)
  return file
}

/** Once a version, by way of a draft: an interrupted unpacking must not be taken for a browser. */
async function unpacked(): Promise<string> {
  const folder = path.join(DIST, `chromium-${await versionOfNpm()}`)
  if (await canRun(path.join(folder, 'chromium'))) return folder
  await mkdir(DIST, { recursive: true })
  const draft = await mkdtemp(path.join(DIST, 'unpacking-'))
  const script = path.join(import.meta.dirname, 'unpack-chromium.ts')
  await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: draft } })
  await rename(draft, folder).catch(async (error: unknown) => {
    if (!(await canRun(path.join(folder, 'chromium')))) throw error
    // Two began at once, and the other one was quicker: its browser may be running.
    await rm(draft, { recursive: true })
  })
  return folder
}

async function versionOfNpm(): Promise<string> {
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
