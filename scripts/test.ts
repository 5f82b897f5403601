/**
 * `npm test`: every check, one after the other, going on after a failure. Ends with a line
 * "N passed, N failed". `npm test -- --list` names the tests without running them.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeCoverage, type Shown } from './tests/coverage.ts'

type Tally = { passed: number; failed: number }
type Command = [name: string, words: string[]]
type Report = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  testResults?: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}

const ROOT = path.join(import.meta.dirname, '..')
const ROOMS = ['src/core', 'src/server', 'src/web', '.']
/** Tests of programs and files, where no day is read or written: one zone is enough for them. */
const NO_DAYS = [
  'scripts/**',
  'src/server/database/{embedded,backup,secrets}/**',
  'src/server/statements/printer/**',
]
/** What hangs for this long will not come back. */
const LONGEST_STEP_MS = 20 * 60 * 1000
/** What a person at this machine has set for a server of theirs must not reach the tests. */
const NOT_FOR_TESTS =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_OWNER_URL|ENCRYPTION_KEY|TRUST_PROXY|LOG_LEVEL|NODE_ENV|PG[A-Z]+)$/

if (process.argv.includes('--list')) {
  process.exit(await run('vitest', ['list', '--staticParse=false']))
}

const began = Date.now()
const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-results-'))
const failures: string[] = []
const shown: Shown[] = []
const tallies = [
  await checks(ROOMS.map((room) => [`types of ${room}`, ['tsc', '-p', room]])),
  await checks([
    ['lint', ['eslint', '.']],
    ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ]),
  await checks([
    ['unused files, exports and dependencies', ['knip', '--no-config-hints']],
    ['build of the web', [process.execPath, 'scripts/build-web.ts']],
  ]),
  await tests('unit', 'America/Los_Angeles'),
  await tests('unit', 'Pacific/Auckland', NO_DAYS),
  await tests('browser', 'America/New_York'),
]
shown.push(...(await faultTests()))
tallies.push(await specification())
await rm(folder, { recursive: true, force: true })

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
say(`\n${seconds(began)} in all`)
for (const failure of failures) say(`FAILED ${failure}`)
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

/** Runs commands side by side; each counts as one. */
async function checks(commands: Command[]): Promise<Tally> {
  say(`\n== ${commands.map(([name]) => name).join(', ')}`)
  const codes = await Promise.all(
    commands.map(async ([name, [command = '', ...words]]) => {
      const start = Date.now()
      const code = await run(command, words)
      say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${seconds(start)}`)
      if (code !== 0) failures.push(name)
      return code
    }),
  )
  const passed = codes.filter((code) => code === 0).length
  return { passed, failed: codes.length - passed }
}

/** Runs a project of tests; a run that ended badly or ran nothing counts as a failure. */
async function tests(project: string, zone: string, without: string[] = []): Promise<Tally> {
  const start = Date.now()
  const name = `${project} tests, TZ=${zone}`
  say(`\n== ${name}`)
  const file = path.join(folder, `${project}-${zone.replace('/', '-')}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const excluded = without.map((files) => `--exclude=${files}`)
  const words = ['run', '--project', project, ...excluded, ...reporters]
  const code = await run('vitest', words, { TZ: zone })
  const report: Report = (await jsonIn<Report>(file)) ?? {}
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report
  shown.push(...shownBy(report))
  const broken = (code !== 0 && numFailedTests === 0) || numPassedTests === 0
  const failed = numFailedTests + (broken ? 1 : 0)
  if (failed) failures.push(broken ? `${name}: ended with code ${code}` : name)
  const skipped = numPendingTests ? `, ${numPendingTests} skipped` : ''
  say(`${name}: ${numPassedTests} passed, ${failed} failed${skipped}, ${seconds(start)}`)
  return { passed: numPassedTests, failed }
}

/** By their names alone: they kill and starve the program, each with the machine to itself. */
async function faultTests(): Promise<Shown[]> {
  const file = path.join(folder, 'faults.json')
  await run('vitest', ['list', '--project', 'faults', `--json=${file}`, '--staticParse=false'])
  const listed = (await jsonIn<{ name: string; file: string }[]>(file)) ?? []
  return listed.map((test) => ({ ...test, passed: true, apart: 'npm run test:faults' }))
}

/** Every statement of the specification is shown by a test that passed. */
async function specification(): Promise<Tally> {
  const { wrong, shown: words } = await writeCoverage(shown)
  say(`\n== specification: ${words}`)
  failures.push(...wrong)
  return { passed: wrong.length ? 0 : 1, failed: wrong.length ? 1 : 0 }
}

function shownBy({ testResults = [] }: Report): Shown[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: name,
      name: fullName,
      passed: status === 'passed',
    })),
  )
}

/** Undefined where vitest did not come as far as writing one. */
async function jsonIn<Content>(file: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content
  } catch {
    return undefined
  }
}

/** Gives the exit code, 1 where there is none. */
function run(command: string, words: string[], more: Record<string, string> = {}): Promise<number> {
  const kept = Object.entries(process.env).filter(([name]) => !NOT_FOR_TESTS.test(name))
  const inherited = Object.fromEntries(kept)
  const bin = path.join(ROOT, 'node_modules/.bin')
  const search = `${bin}${path.delimiter}${inherited.PATH ?? ''}`
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const env = { ...inherited, ...plain, PATH: search, ...more }
  return new Promise((resolve) => {
    const child = spawn(command, words, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
    const hanging = setTimeout(() => {
      say(`${command} has not ended in ${LONGEST_STEP_MS / 60_000} minutes and is stopped`)
      child.kill('SIGKILL')
    }, LONGEST_STEP_MS)
    child.on('error', (error) => {
      say(error.message)
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

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
