/** A Chromium to test with: the system's where it starts, else the one that comes from npm. */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Our own flags, not the npm package's: those switch web security off, and pages are tested as people meet them. */
const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

type Found = { executablePath: string; env: Record<string, string> }

/** HAULBOOK_CHROMIUM=npm takes the one from npm in any case. Throws where neither starts: nothing is skipped. */
export async function openBrowser(): Promise<Browser> {
  const finders = process.env.HAULBOOK_CHROMIUM === 'npm' ? [fromNpm] : [fromSystem, fromNpm]
  const tried: string[] = []
  for (const find of finders) {
    try {
      const { executablePath, env } = await find()
      return await chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, ...env } })
    } catch (error) {
      tried.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(`No Chromium starts here, neither the system's nor npm's.\n${tried.join('\n')}`)
}

async function fromSystem(): Promise<Found> {
  for (const name of NAMES) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
    if (status === 0) return { executablePath: stdout.trim(), env: {} }
  }
  throw new Error('The system has no Chromium')
}

/** Unpacked once into the temporary folder, with the fonts and libraries that a bare system lacks. */
async function fromNpm(): Promise<Found> {
  const { default: packed, inflate } = await import('@sparticuz/chromium')
  const executablePath = await packed.executablePath()
  const fonts = { FONTCONFIG_PATH: path.join(tmpdir(), 'fonts') }
  if (hasLibraries()) return { executablePath, env: fonts }
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const folder = await inflate(path.join(path.dirname(entry), '../bin/al2023.tar.br'))
  return { executablePath, env: { ...fonts, LD_LIBRARY_PATH: path.join(folder, 'lib') } }
}

function hasLibraries(): boolean {
  const { stdout } = spawnSync('ldconfig', ['-p'], { encoding: 'utf8' })
  return (stdout ?? '').includes('libnss3.so')
}
