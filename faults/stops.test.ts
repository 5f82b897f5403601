import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  command,
  launch,
  newFolder,
  pause,
  start,
  stop,
  type Haulbook,
  type Place,
} from './haulbook.ts'
import { addLoadsUntilFailure, signIn, makeLoad } from './user.ts'
import { findPostmaster, findProcesses } from './processes.ts'

const STOPS = 50
const NPM_STOPS = 6
const LONGEST_STOP_MS = 30_000

/** Each kind sends its signals at the same time, as the system does. A negative id is a process group. */
const KINDS: [kind: string, send: (pid: number) => void][] = [
  ['Ctrl-C under npm', (pid) => sendAll([-pid, pid], ['SIGINT'])],
  ['timeout under npm', (pid) => sendAll([pid, -pid, pid], ['SIGTERM'])],
  ['a closed terminal', (pid) => sendAll([-pid, pid], ['SIGHUP', 'SIGTERM'])],
  [
    'all signals at once',
    (pid) => sendAll([-pid, -pid], ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']),
  ],
  ['kill -9', (pid) => sendAll([pid], ['SIGKILL'])],
]

/** Each function brings a server to the moment at which the test stops it. */
const MOMENTS: ((place: Place, round: number) => Promise<Haulbook>)[] = [
  async (place, round) => {
    const first = launch({ ...place, dataDir: `${place.dataDir}-${round}` })
    await pause((round * 331) % 4000)
    return first
  },
  async (place, round) => {
    const starting = launch(place)
    await pause((round * 173) % 1500)
    return starting
  },
  async (place) => {
    const haulbook = await start(place)
    const user = await signIn(haulbook)
    for (let n = 0; n < 4; n++) void addLoadsUntilFailure(user)
    await pause(50)
    return haulbook
  },
  async (place, round) => {
    const haulbook = await start(place)
    process.kill(findPostmaster(place.dataDir) ?? 0, 'SIGKILL')
    await pause((round * 37) % 700)
    return haulbook
  },
]

test(`C27 S25 ${STOPS} stops by every kind of signal, at any moment, leave nothing behind`, async () => {
  const { place, temporary } = await newPlace()
  await stop(await start(place))
  for (let round = 0; round < STOPS; round++) {
    const [kind = '', send = () => undefined] = KINDS[round % KINDS.length] ?? []
    const moment = MOMENTS[round % MOMENTS.length]
    if (!moment) throw new Error('No moment')
    const label = `stop ${round}, ${kind}`
    const haulbook = await moment(place, round)
    send(haulbook.child.pid ?? 0)
    const { code, signal } = await haulbook.ended
    const left = findProcesses(path.dirname(place.dataDir)).filter((line) =>
      line.includes('postgres'),
    )
    if (kind !== 'kill -9') {
      // Before the server listens for signals, the first one ends the process, and no database is running yet.
      expect(code ?? signal, label).toBeOneOf([0, 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])
      expect(left, label).toEqual([])
    }
    await expectNothingLeft(place, temporary, label)
  }
  await stop(await start(place))
  await expectNothingLeft(place, temporary, 'the last stop')
})

test(`C27 ${NPM_STOPS} stops of "npm start" by its terminal leave nothing behind`, async () => {
  const { place, temporary } = await newPlace()
  for (let round = 0; round < NPM_STOPS; round++) {
    const signal = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const)[round % 3] ?? 'SIGINT'
    const npm = await startByNpm(place)
    const ended = once(npm, 'exit')
    process.kill(-(npm.pid ?? 0), signal)
    await ended
    await expectNothingLeft(place, temporary, `stop ${round}, ${signal}`)
  }
})

const FILE = 'the-backup'
const COMMANDS: [script: string, ...args: string[]][] = [
  ['scripts/backup.ts', FILE],
  ['scripts/restore.ts', FILE],
  ['scripts/rotate-key.ts'],
  ['scripts/accounts/reset-password.ts', 'work@example.com'],
  ['scripts/demo.ts'],
]
const COMMAND_STOPS = 5

test.each(COMMANDS)(
  'C27 Stops of %s at any moment leave nothing behind',
  async (script, ...args) => {
    const { place, temporary } = await newPlace()
    const folder = path.dirname(place.dataDir)
    const haulbook = await start(place)
    const user = await signIn(haulbook)
    for (let n = 0; n < 50; n++) await user.post('/api/loads', makeLoad())
    await stop(haulbook)
    const file = path.join(folder, FILE)
    const parts = args.map((arg) => (arg === FILE ? file : arg))
    await command(place, 'backup', file)
    for (let round = 0; round < COMMAND_STOPS; round++) {
      const dataDir = script.includes('restore') ? `${place.dataDir}-${round}` : place.dataDir
      const running = launch({ ...place, dataDir }, script, ...parts)
      await pause(300 + round * 350)
      sendAll([-(running.child.pid ?? 0), running.child.pid ?? 0], ['SIGINT'])
      const { code, signal } = await running.ended
      // 0: the command ended before the signal, or it is the demo. SIGINT: it was still loading its code.
      expect(code ?? signal, running.output()).toBeOneOf([0, 130, 'SIGINT'])
      await expectNothingLeft(place, temporary, `stop ${round}`)
      expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    }
    await stop(await start(place))
  },
)

async function newPlace(): Promise<{ place: Place; temporary: string }> {
  const folder = await newFolder()
  const temporary = path.join(folder, 'temporary')
  await mkdir(temporary)
  const environment = { TMPDIR: temporary }
  return { place: { dataDir: path.join(folder, 'data'), environment, ownGroup: true }, temporary }
}

function sendAll(pids: number[], signals: NodeJS.Signals[]): void {
  for (const signal of signals)
    for (const pid of pids) {
      try {
        process.kill(pid, signal)
      } catch {
        // An earlier signal has already ended the process.
      }
    }
}

/** After `kill -9` the database needs a moment to end. */
async function expectNothingLeft(place: Place, temporary: string, label: string): Promise<void> {
  const options = { timeout: LONGEST_STOP_MS, message: label }
  const findAll = () => findProcesses(path.dirname(place.dataDir))
  await expect.poll(findAll, options).toEqual([])
  const findFolders = async () =>
    (await readdir(temporary)).filter((name) => /^haulbook/.test(name))
  await expect.poll(findFolders, options).toEqual([])
}

async function startByNpm(place: Place): Promise<ChildProcess> {
  const environment = { PORT: '0', DATA_DIR: place.dataDir, ...place.environment }
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of npm.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (output.includes('Haulbook is ready')) break
  }
  npm.stdout.resume()
  return npm
}
