/**
 * `npm test` runs every check, even after a failure. It prints a line for each part with its seconds, then the failures,
 * and ends with the line "N passed, N failed". No test runs a second time.
 *
 * `npm test -- --list` lists the tests without running them. `npm run test:long` (`--long`) runs long random histories
 * with a new seed, every test in a second time zone, and all widths and themes.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkCoverage, type CoverageTest } from './tests/coverage.ts'
import type { TestResults } from './tests/part-reporter.ts'

type Tally = { passed: number; failed: number }
type Command = [name: string, args: string[]]

const ROOT = path.join(import.meta.dirname, '..')
const CACHE = path.join(ROOT, 'node_modules/.cache/checks')
const PARTS = ['unit', 'mocks', 'second zone', 'components', 'statements', 'browser']
const TYPE_ROOTS = ['src/core', 'src/server', 'src/web', '.']
const TYPES = TYPE_ROOTS.map((root): Command => [
  `types of ${root}`,
  // The tests use the other core. Two checkers take half as much again in sum.
  ['tsc', '-p', root, '--checkers', '1', ...keep(root)],
])
const CHECKS: Command[] = [
  ...TYPES,
  ['lint', ['eslint', '.', ...keepResults('eslint')]],
  ['format', ['oxfmt', '--check', '.']],
  ['unused files, exports and dependencies', ['knip', '--no-config-hints']],
]
/** A command that takes longer is stopped: it must be hanging. */
const LONGEST_STEP_MS = 60 * 60 * 1000
/** Variables of the developer's own server, which must not affect the tests. */
const NOT_FOR_TESTS =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_OWNER_URL|ENCRYPTION_KEY|TRUST_PROXY|PUBLIC_URL|ACCOUNT_QUOTA_MB|LOG_LEVEL|NODE_ENV|PG[A-Z]+)$/

const failures: string[] = []
const start = Date.now()

if (process.argv.includes('--list')) process.exit(await run('vitest', ['list', '--staticParse']))
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-results-'))
const tallies = process.argv.includes('--long') ? await runLong() : await runAll()
await rm(folder, { recursive: true, force: true })

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
for (const failure of failures) print(`\nFAILED ${failure}`)
print(`\n${seconds(start)} in total`)
print(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

/** The checks of the source run beside the tests, one after the other. */
async function runAll(): Promise<Tally[]> {
  const [checked, tested] = await Promise.all([runChecks(CHECKS), runTests(PARTS)])
  const listed = (
    await Promise.all(['faults', 'cluster', 'long', 'long browser'].map(listTests))
  ).flat()
  const { errors, summary } = await checkCoverage([...tested.tests, ...listed])
  print(`${errors.length ? 'FAILED' : 'ok    '} specification: ${summary}`)
  failures.push(...errors)
  return [checked, tested, { passed: errors.length ? 0 : 1, failed: errors.length ? 1 : 0 }]
}

async function runLong(): Promise<Tally[]> {
  const linted = await runChecks(
    [["lint of the screens by React's compiler", ['eslint', 'src/web']]],
    {
      LONG: '1',
    },
  )
  const seed = process.env.SEED ?? String(Date.now() % 1_000_000)
  print(`SEED=${seed} repeats these histories`)
  const histories = await runTests(['long'], { LONG: '1', SEED: seed })
  const everywhere = await runTests(['everywhere'])
  const browser = await runTests(['browser'], { LONG: '1' }, ['looks', 'dates', 'offered-screens'])
  const longest = await runTests(['long browser'], { LONG: '1' })
  return [linted, histories, everywhere, browser, longest]
}

async function runChecks(checks: Command[], variables = {}): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const [name, [command = '', ...args]] of checks) {
    const start = Date.now()
    const code = await run(command, args, variables)
    print(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds(start)}`)
    tally[code === 0 ? 'passed' : 'failed']++
    if (code !== 0) failures.push(name)
  }
  return tally
}

/** Runs projects of `vitest.config.ts`. A run that crashed or found no tests counts as a failure. */
async function runTests(
  projects: string[],
  variables: Record<string, string> = {},
  files: string[] = [],
): Promise<TestResults> {
  const file = path.join(folder, `${projects[0]}.json`)
  const args = ['run', ...projects.map((name) => `--project=${name}`), ...files]
  const reporter = '--reporter=./scripts/tests/report-parts.ts'
  const code = await run('vitest', [...args, reporter], { ...variables, PARTS: file })
  const results = await readJson<TestResults>(file)
  const isBroken = !results?.passed || (code !== 0 && results.failed === 0)
  const broken = isBroken ? [`${projects.join(', ')} tests: ended with code ${code}`] : []
  failures.push(...(results?.failures ?? []), ...broken)
  const { passed = 0, failed = 0, tests = [] } = results ?? {}
  return { passed, failed: failed + broken.length, failures: [], tests }
}

/** Names in the files, without running them. */
async function listTests(project: string): Promise<CoverageTest[]> {
  const file = path.join(folder, `${project}-list.json`)
  await run('vitest', ['list', '--staticParse', `--project=${project}`, `--json=${file}`])
  const listed = (await readJson<{ name: string; file: string }[]>(file)) ?? []
  return listed.map((test) => ({ ...test, passed: false, isListed: true }))
}

/** Undefined if vitest crashed before it wrote the file. */
async function readJson<Content>(file: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content
  } catch {
    return undefined
  }
}

/** Files that did not change since an earlier run are not checked again: no lint rule reads a second file. */
function keepResults(tool: string): string[] {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', path.join(CACHE, tool)]
}

function keep(root: string): string[] {
  const file = path.join(CACHE, `types-${root.replaceAll(/\W/g, '-')}`)
  return ['--incremental', '--tsBuildInfoFile', file]
}

/** Returns the exit code, 1 if there is none. */
function run(
  command: string,
  args: string[],
  variables: Record<string, string> = {},
): Promise<number> {
  const kept = Object.entries(process.env).filter(([name]) => !NOT_FOR_TESTS.test(name))
  const inherited = Object.fromEntries(kept)
  const bin = path.join(ROOT, 'node_modules/.bin')
  const search = `${bin}${path.delimiter}${inherited.PATH ?? ''}`
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const env = { ...inherited, ...plain, PATH: search, ...variables }
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
    const hanging = setTimeout(() => {
      print(`${command} was stopped after ${LONGEST_STEP_MS / 60_000} minutes`)
      child.kill('SIGKILL')
    }, LONGEST_STEP_MS)
    child.on('error', (error) => {
      print(error.message)
      resolve(1)
    })
    child.on('close', (code) => {
      clearTimeout(hanging)
      resolve(code ?? 1)
    })
  })
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
