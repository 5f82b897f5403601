/** Many people use the server at the same time: an office behind one address, and attackers from many networks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'

const PASSWORD = 'a password for faults'
const OFFICE = '192.0.2.7'

let haulbook: Haulbook
beforeAll(async () => {
  haulbook = await start({ dataDir: await newFolder(), trustProxy: 1 })
})
afterAll(() => stop(haulbook))

type Asked = { status: number; ms: number; cookie: string }

/** Sends a request as a proxy would forward it from `address`. */
async function ask(
  address: string,
  path: string,
  { body, cookie = '' }: { body?: object; cookie?: string } = {},
): Promise<Asked> {
  const sentAt = performance.now()
  const response = await fetch(haulbook.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      cookie,
      'x-forwarded-for': address,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  await response.arrayBuffer()
  const set = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { status: response.status, ms: performance.now() - sentAt, cookie: set }
}

let people = 0
async function signUp(address: string) {
  const email = `crowd${++people}@example.com`
  const { cookie } = await ask(address, '/api/signup', { body: { email, password: PASSWORD } })
  return { email, cookie }
}

function count(asked: Asked[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of asked) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test.each([
  ['20 networks of one site', (n: number) => `2001:db8:0:${n}::1`],
  ['20 distant networks', (n: number) => `203.0.${n}.9`],
])('C39 During 200 wrong logins from %s a correct login is fast', async (what, toAddress) => {
  const { email } = await signUp(OFFICE)
  const flood = Array.from({ length: 200 }, (_, n) =>
    ask(toAddress((n % 20) + 1), '/api/login', {
      body: { email: `unknown${++people}@example.com`, password: 'wrong wrong' },
    }),
  )
  await pause(150)
  const right = { body: { email, password: PASSWORD } }
  const known = await ask(OFFICE, '/api/login', right)
  const elsewhere = await ask('198.51.100.9', '/api/login', right)
  const floods = await Promise.all(flood)
  print(`${what}: ${known.ms.toFixed(0)} ms, elsewhere ${elsewhere.ms.toFixed(0)} ms`)
  print(JSON.stringify(count(floods)), Math.max(...floods.map(({ ms }) => ms)).toFixed(0))
  expect([known.status, elsewhere.status]).toEqual([200, 200])
  expect(known.ms).toBeLessThan(2_000)
  expect(elsewhere.ms).toBeLessThan(3_000)
  expect(
    Object.keys(count(floods)).filter((status) => !['401', '429', '503'].includes(status)),
  ).toEqual([])
})

test('C38 One password tried at 400 accounts from one address is stopped after a hundred', async () => {
  const { email } = await signUp(OFFICE)
  const tried: Asked[] = []
  for (let n = 0; n < 400; n += 10) {
    const batch = Array.from({ length: 10 }, (_, at) =>
      ask(OFFICE, '/api/login', {
        body: { email: `sprayed${n + at}@example.com`, password: 'Summer2026!' },
      }),
    )
    tried.push(...(await Promise.all(batch)))
  }
  print(JSON.stringify(count(tried)))
  expect(count(tried)[401]).toBeLessThanOrEqual(100)
  const right = await ask(OFFICE, '/api/login', { body: { email, password: PASSWORD } })
  expect(right.status).toBe(200)
})

const CLIENTS = 200
const ACCOUNTS = 40
const SECONDS = 20

test.each([
  ['as fast as they can', 0],
  ['at 40 requests a second', 40],
])('S29 200 busy clients behind one address, %s, see no 503', async (pace, perSecond) => {
  const cookies: string[] = []
  while (cookies.length < ACCOUNTS) cookies.push((await signUp(OFFICE)).cookie)
  for (const cookie of cookies) await addRecords(cookie)
  const asked: Asked[] = []
  const until = performance.now() + SECONDS * 1000
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const cookie = cookies[client % ACCOUNTS] ?? ''
    if (perSecond) await pause((client / CLIENTS) * (CLIENTS / perSecond) * 1000)
    for (let n = client; performance.now() < until; n++) {
      const response = await runUser(cookie, n)
      asked.push(response)
      if (perSecond) await pause(Math.max(0, (CLIENTS / perSecond) * 1000 - response.ms))
    }
  })
  await Promise.all(clients)
  const waits = asked.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)]?.toFixed(0)
  print(
    `${pace}: ${(asked.length / SECONDS).toFixed(0)} a second, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`,
    JSON.stringify(count(asked)),
  )
  expect(Object.keys(count(asked)).toSorted()).toEqual(['200', '201'])
})

/** Sends a request like those of the screens. Three of four are reads, and one is a write. */
async function runUser(cookie: string, n: number): Promise<Asked> {
  const reads = ['/api/loads?limit=50', '/api/dashboard?today=2026-11-20', '/api/brokers?limit=200']
  const path = reads[n % 4]
  if (path) return ask(OFFICE, path, { cookie })
  return ask(OFFICE, '/api/brokers', { cookie, body: newBroker() })
}

function print(...words: string[]): void {
  process.stdout.write(`${words.join(' ')}\n`)
}

let brokers = 0
function newBroker() {
  const companyName = `Broker ${++brokers}`
  return { companyName, email: 'broker@example.com', phone: '555-0100' }
}

async function addRecords(cookie: string): Promise<void> {
  const rows = Array.from({ length: 500 }, (_, n) => `Broker ${n},555,b${n}@example.com`)
  const csv = ['Company Name,Phone,Email', ...rows, ''].join('\n')
  const response = await fetch(`${haulbook.url}/api/brokers/import`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/csv', 'x-forwarded-for': OFFICE },
    body: csv,
  })
  expect([response.status, await response.text()]).toEqual([201, expect.anything()])
}
