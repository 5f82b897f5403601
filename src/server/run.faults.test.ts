/** The real process: its start on a new data folder, and its stop. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listProcesses, readCommand } from './database/embedded/processes.ts'

const ROOT = path.join(import.meta.dirname, '../..')

let home: string
let temporary: string
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'haulbook-run-'))
  temporary = path.join(home, 'temporary')
  await mkdir(temporary)
})
afterAll(() => rm(home, { recursive: true, force: true }))

function run(dataDir: string, port = 0) {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: { ...rest, DATA_DIR: dataDir, PORT: String(port), TMPDIR: temporary, LOG_LEVEL: 'error' },
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { pid: child.pid ?? 0, ended, output: () => output }
}

/** Signals the group and the process, as Ctrl-C under npm does, and then as `timeout` and a closed terminal do. */
function sendSignals(pid: number): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    for (const target of [-pid, pid]) process.kill(target, signal)
}

async function listData(dataDir: string): Promise<string[]> {
  return readdir(dataDir).catch(() => [])
}

test('C28 With a port in use the start shows one line and creates no data folder', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const dataDir = path.join(home, 'never')
  const haulbook = run(dataDir, port)
  expect(await haulbook.ended).toBe(1)
  expect(haulbook.output()).toBe(
    `Haulbook could not start: Port ${port} is already in use. Stop the other program, or run PORT=${port + 1} npm start\n`,
  )
  expect(await readdir(home)).not.toContain('never')
  other.close()
})

test('C27 Signals during initdb end the start with exit code 0 and leave no incomplete database', async () => {
  const dataDir = path.join(home, 'interrupted')
  const haulbook = run(dataDir)
  const isMaking = async () =>
    (await listData(dataDir)).some((name) => name.startsWith('postgres.new'))
  await expect.poll(isMaking, { timeout: 20_000, interval: 10 }).toBe(true)
  sendSignals(haulbook.pid)
  expect(await haulbook.ended, haulbook.output()).toBe(0)
  expect((await listData(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual([])
  expect(await readdir(temporary)).toEqual([])
})

test('C27 S25 Many signals at once end a running server with exit code 0 and leave no process', async () => {
  const dataDir = path.join(home, 'stopped')
  const haulbook = run(dataDir)
  await expect.poll(haulbook.output, { timeout: 60_000 }).toContain('Haulbook is ready')
  sendSignals(haulbook.pid)
  expect(await haulbook.ended, haulbook.output()).toBe(0)
  expect(listProcesses().filter((pid) => readCommand(pid).includes(dataDir))).toEqual([])
  await expect.poll(() => readdir(temporary)).toEqual([])
})
