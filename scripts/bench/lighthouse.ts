/**
 * Lighthouse's mobile preset. It brings a hundred packages along, so it is no dependency: it is installed
 * once beside the data, from the registry that npm uses.
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
const LONGEST_MS = 120_000
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const LEAST = [95, 100, 100]
const SCREENS = [
  { name: 'login', path: '/login', signedIn: false },
  { name: 'dashboard', path: '/', signedIn: true },
  { name: 'loads', path: '/loads', signedIn: true },
]

const run = promisify(execFile)

export async function lighthouseRows(bench: Bench): Promise<Row[]> {
  const program = await installed(path.join(bench.dataDir, 'lighthouse'))
  const browser = await openBrowser([`--remote-debugging-port=${PORT}`])
  try {
    const rows: Row[] = []
    for (const screen of SCREENS) rows.push(await rowOf(bench, program, screen))
    return rows
  } finally {
    await browser.close()
  }
}

async function installed(folder: string): Promise<string> {
  const program = path.join(folder, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  const how = ['--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...how, `lighthouse@${VERSION}`], { cwd: folder })
  return program
}

async function rowOf(
  bench: Bench,
  program: string,
  screen: (typeof SCREENS)[number],
): Promise<Row> {
  const runs: number[][] = []
  for (let n = 0; n < RUNS; n++) runs.push(await scoresOf(bench, program, screen))
  const scores = CATEGORIES.map((_, index) =>
    quantile(
      runs.map((one) => one[index] ?? 0),
      0.5,
    ),
  )
  return {
    what: `Lighthouse, mobile: ${screen.name}`,
    as: 'performance / accessibility / best practices',
    goal: `≥ ${LEAST.join(' / ')}`,
    figure: scores.join(' / '),
    met: scores.every((score, index) => score >= (LEAST[index] ?? 0)),
    raw: `performance ${runs.map(([performance]) => performance).join(', ')}`,
  }
}

/** Each category's score of a hundred. */
async function scoresOf(
  { url, large }: Bench,
  program: string,
  { path: place, signedIn }: (typeof SCREENS)[number],
): Promise<number[]> {
  const headers = signedIn ? ['--extra-headers', JSON.stringify({ Cookie: large.cookie })] : []
  const { stdout } = await run(
    process.execPath,
    [
      ...[program, new URL(place, url).href, '--port', String(PORT), '--output', 'json', '--quiet'],
      ...['--only-categories', CATEGORIES.join(','), ...headers],
    ],
    { timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024 },
  )
  const { categories } = JSON.parse(stdout) as Report
  return CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))
}

type Report = { categories: Record<string, { score: number | null } | undefined> }
