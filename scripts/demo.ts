/**
 * `npm run demo` starts Haulbook in the data folder data/demo. The first start signs up and writes the sample data
 * through the API.
 */
import { spawn } from 'node:child_process'
import type { Day } from '#core/calendar.ts'
import { writeDemo } from './demo-account.ts'

const ACCOUNT = {
  email: 'demo@example.com',
  password: 'mango ladder 480',
  firstName: 'Demo',
  lastName: 'Dispatcher',
}
const READY = /Haulbook is ready: open (\S+)/

const server = spawn(process.execPath, ['src/server/main.ts'], {
  env: { DATA_DIR: 'data/demo', ...process.env },
  stdio: ['ignore', 'pipe', 'inherit'],
})
server.on('exit', (code) => process.exit(code ?? 1))
// The terminal sends Ctrl-C to the server as well. This process ends after the server.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.stdout.on('data', (chunk: Buffer) => {
  const url = READY.exec(chunk.toString())?.[1]
  if (url) void open(url)
})

async function open(url: string): Promise<void> {
  const { status, cookie } = await signUp(url)
  if (status === 201) {
    print('Creating sample data (about 30 s)…')
    await writeDemo(url, cookie, localDay())
  }
  print(`Demo ready: open ${url} (press Ctrl-C to stop)`)
  print(`Log in as ${ACCOUNT.email} with the password ${ACCOUNT.password}`)
  if (status === 409) print(`The sample data of an earlier version has the password demo-haulbook`)
}

async function signUp(url: string) {
  const response = await fetch(`${url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  })
  if (response.status !== 201 && response.status !== 409)
    throw new Error(`Sign-up failed: ${await response.text()}`)
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
  }
}

/** Today in the machine's time zone. */
function localDay(): Day {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
