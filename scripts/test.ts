/**
 * `npm test`: every check, one after the other, going on after a failure. Ends with a line
 * "N passed, N failed". `npm test -- --list` names the tests without running them.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

type Tally = { passed: number; failed: number }
type Command = [name: string, words: string[]]

const ROOT = path.join(import.meta.dirname, '..')
const ROOMS = ['src/core', 'src/server', 'src/web', '.']

if (process.argv.includes('--list'))
  process.exit(await run('vitest', ['list', '--staticParse=false']))

const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-results-'))
const tallies = [
  await checks(ROOMS.map((room) => [`types of ${room}`, ['tsc', '-p', room]])),
  await checks([
    ['lint', ['eslint', '.']],
    ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ]),
  await checks([
    ['unused files, exports and dependencies', ['knip']],
    ['build of the web', [process.execPath, 'scripts/build-web.ts']],
  ]),
  await tests('unit', 'America/Los_Angeles'),
  await tests('unit', 'Pacific/Auckland'),
  await tests('browser', 'America/New_York'),
]
await rm(folder, { recursive: true, force: true })

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed ? 1 : 0

/** Runs commands side by side; each counts as one. */
async function checks(commands: Command[]): Promise<Tally> {
  const codes = await Promise.all(
    commands.map(async ([name, [command = '', ...words]]) => {
      const code = await run(command, words)
      say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
      return code
    }),
  )
  const passed = codes.filter((code) => code === 0).length
  return { passed, failed: codes.length - passed }
}

/** Runs a project of tests; a run that ended badly or ran nothing counts as a failure. */
async function tests(project: string, zone: string): Promise<Tally> {
  say(`\n${project} tests, TZ=${zone}`)
  const report = path.join(folder, `${project}-${zone.replace('/', '-')}.json`)
  const words = [
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await run('vitest', words, { TZ: zone })
  const text = await readFile(report, 'utf8').catch(() => '{}')
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = JSON.parse(text) as {
    numPassedTests?: number
    numFailedTests?: number
  }
  const broken = (code !== 0 && failed === 0) || passed === 0 ? 1 : 0
  return { passed, failed: failed + broken }
}

/** Without what the person at this machine has set for the server itself. */
function run(command: string, words: string[], more: Record<string, string> = {}): Promise<number> {
  const {
    PORT: _port,
    HOST: _host,
    DATA_DIR: _folder,
    DATABASE_URL: _url,
    ...environment
  } = process.env
  const bin = path.join(ROOT, 'node_modules/.bin')
  const env = { ...environment, PATH: `${bin}${path.delimiter}${environment.PATH ?? ''}`, ...more }
  return new Promise((resolve) => {
    const child = spawn(command, words, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', (error) => {
      say(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
