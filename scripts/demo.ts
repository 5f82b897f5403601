/**
 * `npm run demo`: starts Haulbook on a data folder of its own with a made-up carrier in it, written
 * through the API as a person would. The second time it finds the carrier there and only starts.
 */
import { spawn } from 'node:child_process'
import type { Day } from '#core/calendar.ts'
import { writeDemo } from './demo-account.ts'

const ACCOUNT = {
  email: 'demo@example.com',
  password: 'demo-haulbook',
  firstName: 'Demo',
  lastName: 'Dispatcher',
}
const READY = /Haulbook is ready: open (\S+)/

const server = spawn(process.execPath, ['src/server/main.ts'], {
  env: { DATA_DIR: 'data/demo', ...process.env },
  stdio: ['ignore', 'pipe', 'inherit'],
})
server.on('exit', (code) => process.exit(code ?? 1))
// The terminal hands Ctrl-C to the server as well; this process ends when the server has.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.stdout.on('data', (chunk: Buffer) => {
  const url = READY.exec(chunk.toString())?.[1]
  if (url) void open(url)
})

async function open(url: string): Promise<void> {
  const { status, cookie } = await enter(url)
  if (status === 201) {
    say('Writing a made-up carrier...')
    await writeDemo(url, cookie, localDay())
  }
  say(`Haulbook with a made-up carrier is ready at ${url}`)
  say(`Log in as ${ACCOUNT.email} with the password ${ACCOUNT.password}`)
}

async function enter(url: string) {
  const answer = await fetch(`${url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  })
  if (answer.status !== 201 && answer.status !== 409)
    throw new Error(`Signing up failed: ${await answer.text()}`)
  return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** Today where this machine stands. */
function localDay(): Day {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
