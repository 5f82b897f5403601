/**
 * `npm run demo` starts Haulbook in the data folder data/demo. The first start signs up and writes the sample data
 * through the API.
 */
import type { Day } from '#core/calendar.ts'
import { runHaulbook } from '#server/run.ts'
import { writeDemo } from './demo/account.ts'

const ACCOUNT = {
  email: 'demo@example.com',
  password: 'mango ladder 480',
  firstName: 'Demo',
  lastName: 'Dispatcher',
}

const code = await runHaulbook(
  { DATA_DIR: 'data/demo', ...process.env },
  { onReady: (url) => void open(url).catch(reportFailure) },
)
process.exit(code)

/** The server continues. After a stop its connections end, which is expected. */
function reportFailure(error: Error): void {
  process.stderr.write(`The sample data is incomplete: ${error.message}\n`)
}

async function open(url: string): Promise<void> {
  const { status, cookie } = await signUp(url)
  if (status === 201) {
    print('Creating sample data (about 30 s)…')
    await writeDemo(url, cookie, localDay(), {
      report: (progress) => print(`  ${progress}`),
    })
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
