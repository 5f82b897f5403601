/** A signed-in client of several instances of Haulbook that retries after a failure, and the work that it does in tests. */
import { makeSample } from '#server/testing/samples.ts'
import { randomUUID } from 'node:crypto'
import { pause, type Haulbook } from './haulbook.ts'
import { makeLoad } from './user.ts'

export type Reply = { status: number; body: { [field: string]: unknown; id: number }; text: string }

type SettledStatement = { id: number; number: number; netPayment: string }

/** The records that were acknowledged and must not be lost. */
export type Acknowledged = { loads: string[]; settled: SettledStatement[]; imported: number }

export type RetryingClient = ReturnType<typeof createRetryingClient>

const MAX_ATTEMPTS = 100
const CSV_HEADS = 'Name,Phone,E-Mail'
const IMPORTED_AT_ONCE = 40

/** `instances` may change during the test: a killed instance starts again at another address. */
export function createRetryingClient(instances: Haulbook[], cookie = '') {
  let turn = 0

  /** Sends to the next instance. Retries if there is no response or the status is 503, as a load balancer would. */
  async function send(
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await sendTo(instances[turn++ % instances.length], method, path, body, {
        cookie,
        ...headers,
      })
      if (reply && reply.status !== 503) return reply
      if (attempt === MAX_ATTEMPTS) throw new Error(`${method} ${path}: no instance responds`)
      await pause(50)
    }
  }

  /** Creates one record, no matter how often it retries. Waits if an instance is busy (429). */
  async function create(path: string, body: object | string): Promise<Reply> {
    const headers: Record<string, string> =
      typeof body === 'string' ? { 'content-type': 'text/csv' } : {}
    headers['idempotency-key'] = randomUUID()
    for (let attempt = 1; ; attempt++) {
      const reply = await send('POST', path, body, headers)
      if (reply.status !== 429 || attempt === MAX_ATTEMPTS) return reply
      await pause(200)
    }
  }

  return {
    cookie,
    send,
    create,
    get: (path: string) => send('GET', path),
    post: (path: string, body: object) => send('POST', path, body),
  }
}

/** Returns undefined if the instance is down or stops during the call. */
async function sendTo(
  instance: Haulbook | undefined,
  method: string,
  path: string,
  body: object | string | undefined,
  headers: Record<string, string>,
): Promise<Reply | undefined> {
  const json: Record<string, string> =
    typeof body === 'object' ? { 'content-type': 'application/json' } : {}
  try {
    const response = await fetch(`${instance?.url}${path}`, {
      method,
      headers: { ...json, ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      text,
      body: (isJson ? JSON.parse(text) : {}) as Reply['body'],
    }
  } catch {
    return undefined
  }
}

/** Signs up at one of the instances. */
export async function signUpClient(instances: Haulbook[], name: string): Promise<RetryingClient> {
  const account = { email: `${name}@example.com`, password: 'a password for faults' }
  const response = await fetch(`${instances[0]?.url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`Sign-up failed: ${await response.text()}`)
  return createRetryingClient(instances, cookie)
}

/**
 * Does the work of several weeks for a truck: loads, a list, an import, and a settlement that is approved, paid and printed.
 */
export async function processWeeks(
  client: RetryingClient,
  truckNumber: string,
  weeks: number,
  kept: Acknowledged,
): Promise<void> {
  const owner = await client.create('/api/owners', makeSample('owners'))
  throwIfFailed(failedUnless(201, owner))
  const truck = await client.create('/api/trucks', {
    truckId: truckNumber,
    ownerId: owner.body.id,
    make: 'Volvo',
    model: 'VNL',
    year: 2024,
  })
  for (let week = 0; week < weeks; week++) {
    const settlementDate = new Date(Date.UTC(2025, 0, 3 + 7 * week)).toISOString().slice(0, 10)
    const loads = [makeLoad(), makeLoad(), makeLoad()].map((load) => ({
      ...load,
      settlementDate,
      truckId: truck.body.id,
    }))
    const made = await Promise.all(loads.map((load) => client.create('/api/loads', load)))
    kept.loads.push(
      ...loads.filter((_, at) => made[at]?.status === 201).map(({ loadId }) => loadId),
    )
    throwIfFailed(made.find(({ status }) => status !== 201))
    throwIfFailed(failedUnless(200, await client.get('/api/loads?limit=50')))
    kept.settled.push(await settleWeek(client, truck.body.id, settlementDate))
    if (week % 5 === 0) {
      await importPeople(client, week)
      kept.imported += IMPORTED_AT_ONCE
    }
  }
}

async function settleWeek(
  client: RetryingClient,
  truckId: number,
  settlementDate: string,
): Promise<SettledStatement> {
  const saved = await client.create('/api/billing', { truckId, settlementDate, fuel: '100.10' })
  throwIfFailed(failedUnless(201, saved))
  const at = `/api/billing/${saved.body.id}`
  const approved = await client.post(`${at}/approve`, {})
  throwIfFailed(failedUnless(200, approved))
  const payment = {
    paidOn: settlementDate,
    paymentMethod: 'check',
    paymentReference: '1001',
    // Confirms that the day is long past, and that other payments have the same check number.
    confirmed: ['paidOn', 'reference'],
  }
  const paid = await client.post(`${at}/pay`, payment)
  // After a retry of a lost response, the settlement is already paid.
  const settled = paid.status === 409 ? await client.get(at) : paid
  if (settled.body.status !== 'paid') throwIfFailed(settled)
  const generated = await client.post(`${at}/generate-pdf`, {})
  const pdf = await client.get(String(generated.body.pdfUrl))
  if (!pdf.text.startsWith('%PDF')) throwIfFailed(pdf)
  const { id, number, netPayment } = settled.body as unknown as SettledStatement
  return { id, number, netPayment }
}

async function importPeople(client: RetryingClient, week: number): Promise<void> {
  const people = Array.from(
    { length: IMPORTED_AT_ONCE },
    (_, n) => `Person ${week}-${n},555,p${week}.${n}@example.com`,
  )
  const reply = await client.create(
    '/api/dispatchers/import',
    [CSV_HEADS, ...people, ''].join('\n'),
  )
  throwIfFailed(failedUnless(201, reply))
}

function failedUnless(status: number, reply: Reply): Reply | undefined {
  return reply.status === status ? undefined : reply
}

/** Throws for a reply that retries did not fix. */
function throwIfFailed(reply: Reply | undefined): void {
  if (reply) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`)
}
