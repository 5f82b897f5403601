/**
 * Runs Lighthouse with its mobile preset. It is not a dependency, because it brings a hundred packages.
 * It is installed once beside the data, from npm's registry.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openBrowser } from '#e2e/browser.ts'
import type { Bench, Row } from './bench.ts'
import { quantile } from './measure.ts'

const VERSION = '13.5.0'
const PORT = 4499
const RUNS = 3
const TIMEOUT_MS = 120_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const GOALS = [95, 100, 100]
const SCREENS = [
  { name: 'login', path: '/login', signedIn: false },
  { name: 'dashboard', path: '/', signedIn: true },
  { name: 'loads', path: '/loads', signedIn: true },
]

const run = promisify(execFile)

export async function measureLighthouse(bench: Bench): Promise<Row[]> {
  const program = await install(path.join(bench.dataDir, 'lighthouse'))
  const browser = await openBrowser([`--remote-debugging-port=${PORT}`])
  try {
    const rows: Row[] = []
    for (const screen of SCREENS) rows.push(await measureScreen(bench, program, screen))
    return rows
  } finally {
    await browser.close()
  }
}

/** Returns the path of the program. */
async function install(folder: string): Promise<string> {
  const program = path.join(folder, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  const flags = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, `lighthouse@${VERSION}`], { cwd: folder })
  return program
}

async function measureScreen(
  bench: Bench,
  program: string,
  screen: (typeof SCREENS)[number],
): Promise<Row> {
  const runs: number[][] = []
  for (let n = 0; n < RUNS; n++) runs.push(await readScores(bench, program, screen))
  const scores = CATEGORIES.map((_, index) => {
    const values = runs.map((one) => one[index] ?? 0)
    return quantile(values, 0.5)
  })
  return {
    name: `Lighthouse, mobile: ${screen.name}`,
    method: 'performance / accessibility / best practices',
    goal: `≥ ${GOALS.join(' / ')}`,
    result: scores.join(' / '),
    met: scores.every((score, index) => score >= (GOALS[index] ?? 0)),
    raw: `performance ${runs.map(([performance]) => performance).join(', ')}`,
  }
}

type Report = { categories: Record<string, { score: number | null } | undefined> }

/** Returns each category's score from 0 to 100. */
async function readScores(
  { url, large }: Bench,
  program: string,
  { path: screenPath, signedIn }: (typeof SCREENS)[number],
): Promise<number[]> {
  const headers = signedIn ? ['--extra-headers', JSON.stringify({ Cookie: large.cookie })] : []
  const address = new URL(screenPath, url).href
  const { stdout } = await run(
    process.execPath,
    [
      ...[program, address, '--port', String(PORT), '--output', 'json', '--quiet'],
      ...['--only-categories', CATEGORIES.join(','), ...headers],
    ],
    { timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 },
  )
  const { categories } = JSON.parse(stdout) as Report
  return CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))
}
