/**
 * `npm test` runs every check, even after a failure, and ends with the line "N passed, N failed". A test that fails runs a
 * second time. If it passes then, it is printed as UNSTABLE: a bug to fix, in the test or in the product.
 * `npm test -- --list` lists the tests without running them.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeCoverage, type CoverageTest } from './tests/coverage.ts'

type Tally = { passed: number; failed: number }
type Command = [name: string, args: string[]]
type TestResult = { fullName: string; status: string; failureMessages: string[] }
type Report = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  testResults?: { name: string; assertionResults: TestResult[] }[]
}

/** Keyed by name of the report: the projects of `vitest.config.ts`. */
const PROJECTS = { unit: ['unit', 'mocks'], browser: ['browser'] }
const ROOT = path.join(import.meta.dirname, '..')
const CACHE = path.join(ROOT, 'node_modules/.cache/checks')
const TYPE_ROOTS = ['src/core', 'src/server', 'src/web', '.']
/** These tests read the time zone or start other processes, but check no days: one time zone is enough for them. */
const NO_DAYS = ['scripts/**', 'src/server/database/{embedded,backup,secrets}/**']
/** A busy machine can make a few tests fail by chance. More unstable tests than this fail the run. */
const MAX_UNSTABLE = 3
/** A command that takes longer is stopped: it must be hanging. */
const LONGEST_STEP_MS = 45 * 60 * 1000
/** Variables of the developer's own server, which must not affect the tests. */
const NOT_FOR_TESTS =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_OWNER_URL|ENCRYPTION_KEY|TRUST_PROXY|PUBLIC_URL|ACCOUNT_QUOTA_MB|LOG_LEVEL|NODE_ENV|PG[A-Z]+)$/

if (process.argv.includes('--list')) {
  process.exit(await run('vitest', ['list', '--staticParse=false']))
}

const start = Date.now()
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-results-'))
const failures: string[] = []
const unstable: string[] = []
const coverageTests: CoverageTest[] = []
const zoneReaders = path.join(folder, 'zone-readers')
const tallies = [
  await checks(
    TYPE_ROOTS.map((root) => [`types of ${root}`, ['tsc', '-p', root, ...keepTypes(root)]]),
  ),
  await checks([
    ['lint', ['eslint', '.', ...keepResults('eslint')]],
    ['format', ['prettier', '--check', '--log-level', 'warn', '.', ...keepResults('prettier')]],
  ]),
  await checks([
    ['unused files, exports and dependencies', ['knip', '--no-config-hints']],
    ['build of the web', [process.execPath, 'scripts/build-web.ts']],
  ]),
  await tests('unit', 'America/Los_Angeles', [], { ZONE_READERS: zoneReaders }),
  await tests('unit', 'Pacific/Auckland', await listSecondZoneArguments()),
  await tests('browser', 'America/New_York'),
]
coverageTests.push(...(await listFaultTests()))
tallies.push(await checkCoverage(), countUnstable())
await rm(folder, { recursive: true, force: true })

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
print(`\n${seconds(start)} in total`)
for (const failure of failures) print(`FAILED ${failure}`)
print(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

/** Files that did not change since an earlier run are not checked again: no lint rule reads a second file. */
function keepResults(tool: string): string[] {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', path.join(CACHE, tool)]
}

function keepTypes(root: string): string[] {
  const file = path.join(CACHE, `types-${root.replaceAll(/\W/g, '-')}`)
  return ['--incremental', '--tsBuildInfoFile', file]
}

/** Runs commands in parallel; each counts as one check. */
async function checks(commands: Command[]): Promise<Tally> {
  print(`\n== ${commands.map(([name]) => name).join(', ')}`)
  const codes = await Promise.all(
    commands.map(async ([name, [command = '', ...args]]) => {
      const start = Date.now()
      const code = await run(command, args)
      print(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds(start)}`)
      if (code !== 0) failures.push(name)
      return code
    }),
  )
  const passed = codes.filter((code) => code === 0).length
  return { passed, failed: codes.length - passed }
}

/** Runs a vitest project. A run that crashed or found no tests counts as a failure. */
async function tests(
  kind: keyof typeof PROJECTS,
  zone: string,
  chosen: string[] = [],
  variables: Record<string, string> = {},
): Promise<Tally> {
  const start = Date.now()
  const name = `${kind} tests, TZ=${zone}`
  print(`\n== ${name}`)
  const file = path.join(folder, `${kind}-${zone.replace('/', '-')}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const projects = PROJECTS[kind].map((project) => `--project=${project}`)
  const args = ['run', '--retry=1', ...projects, ...chosen, ...reporters]
  const code = await run('vitest', args, { ...variables, TZ: zone })
  const report: Report = (await readJson<Report>(file)) ?? {}
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report
  coverageTests.push(...listResults(report))
  unstable.push(...listUnstable(report))
  const broken = (code !== 0 && numFailedTests === 0) || numPassedTests === 0
  const failed = numFailedTests + (broken ? 1 : 0)
  if (failed) failures.push(broken ? `${name}: ended with code ${code}` : name)
  const skipped = numPendingTests ? `, ${numPendingTests} skipped` : ''
  print(`${name}: ${numPassedTests} passed, ${failed} failed${skipped}, ${seconds(start)}`)
  return { passed: numPassedTests, failed }
}

/**
 * The test files whose result can depend on the time zone: those that read it in the first run
 * (`scripts/tests/watch-zone.ts`).
 */
async function listSecondZoneArguments(): Promise<string[]> {
  const readers = await readFile(zoneReaders, 'utf8').catch(() => '')
  const files = readers.split('\n').filter(Boolean)
  // Without a file vitest would run all of them.
  const names = files.length ? files.map((file) => path.relative(ROOT, file)) : ['no reader found']
  return [...names, ...NO_DAYS.map((excluded) => `--exclude=${excluded}`)]
}

/** Only lists them: each kills or starves the program and needs the machine to itself. */
async function listFaultTests(): Promise<CoverageTest[]> {
  const file = path.join(folder, 'faults.json')
  await run('vitest', ['list', '--project', 'faults', `--json=${file}`, '--staticParse=false'])
  const listed = (await readJson<{ name: string; file: string }[]>(file)) ?? []
  return listed.map((test) => ({ ...test, passed: false, isFault: true }))
}

/** Checks that a passing test verifies each rule of the specification. */
async function checkCoverage(): Promise<Tally> {
  const { errors, summary } = await writeCoverage(coverageTests)
  print(`\n== specification: ${summary}`)
  failures.push(...errors)
  return { passed: errors.length ? 0 : 1, failed: errors.length ? 1 : 0 }
}

/** The tests that passed in their second attempt, with the reason why the first one failed. */
function listUnstable({ testResults = [] }: Report): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`)
}

function countUnstable(): Tally {
  for (const test of unstable) print(`\nUNSTABLE ${test}`)
  const tooMany = unstable.length > MAX_UNSTABLE
  if (tooMany) failures.push(`${unstable.length} tests passed only in their second attempt`)
  return { passed: 0, failed: tooMany ? 1 : 0 }
}

function listResults({ testResults = [] }: Report): CoverageTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: name,
      name: fullName,
      passed: status === 'passed',
    })),
  )
}

/** Undefined if vitest crashed before it wrote the file. */
async function readJson<Content>(file: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content
  } catch {
    return undefined
  }
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
