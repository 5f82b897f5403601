/** An office at work on several copies of the program at once, that tries again where one does not answer. */
import { randomUUID } from 'node:crypto'
import { pause, type Haulbook } from './haulbook.ts'
import { newLoad } from './person.ts'

export type Reply = { status: number; body: { [field: string]: unknown; id: number }; text: string }

type Settled = { id: number; number: number; netPayment: string }

/** What was acknowledged, and so has to stay. */
export type Kept = { loads: string[]; settled: Settled[]; imported: number }

export type Office = ReturnType<typeof officeAt>

const MOST_TRIES = 100
const CSV_HEADS = 'Name,Phone,E-Mail'
const IMPORTED_AT_ONCE = 40

/** `copies` may change while it works: one that was ended is started again elsewhere. */
export function officeAt(copies: Haulbook[], cookie = '') {
  let turn = 0

  /** At the next copy; again where there was no answer, as what stands between them and a browser would. */
  async function send(
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    for (let tried = 1; ; tried++) {
      const reply = await ask(copies[turn++ % copies.length], method, path, body, {
        cookie,
        ...headers,
      })
      if (reply && reply.status !== 503) return reply
      if (tried === MOST_TRIES) throw new Error(`${method} ${path}: nobody answers`)
      await pause(50)
    }
  }

  /** Makes one record, however often it has to be sent: where a copy has too much to do, later. */
  async function make(path: string, body: object | string): Promise<Reply> {
    const headers: Record<string, string> =
      typeof body === 'string' ? { 'content-type': 'text/csv' } : {}
    headers['idempotency-key'] = randomUUID()
    for (let tried = 1; ; tried++) {
      const reply = await send('POST', path, body, headers)
      if (reply.status !== 429 || tried === MOST_TRIES) return reply
      await pause(200)
    }
  }

  return {
    cookie,
    send,
    make,
    get: (path: string) => send('GET', path),
    post: (path: string, body: object) => send('POST', path, body),
  }
}

/** Undefined where the copy is not there, or ended in the middle. */
async function ask(
  copy: Haulbook | undefined,
  method: string,
  path: string,
  body: object | string | undefined,
  headers: Record<string, string>,
): Promise<Reply | undefined> {
  const json: Record<string, string> =
    typeof body === 'object' ? { 'content-type': 'application/json' } : {}
  try {
    const answer = await fetch(`${copy?.url}${path}`, {
      method,
      headers: { ...json, ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, text, body: (isJson ? JSON.parse(text) : {}) as Reply['body'] }
  } catch {
    return undefined
  }
}

/** Signs up at one of the copies. */
export async function newOffice(copies: Haulbook[], name: string): Promise<Office> {
  const account = { email: `${name}@example.com`, password: 'a password for faults' }
  const answer = await fetch(`${copies[0]?.url}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`Nobody could sign up: ${await answer.text()}`)
  return officeAt(copies, cookie)
}

/** A truck's weeks, one after the other: loads, a list, a file, a settlement that is approved and paid, and its statement. */
export async function workFor(
  office: Office,
  truckNumber: string,
  weeks: number,
  kept: Kept,
): Promise<void> {
  const truck = await office.make('/api/trucks', {
    truckId: truckNumber,
    make: 'Volvo',
    model: 'VNL',
    year: 2024,
  })
  for (let week = 0; week < weeks; week++) {
    const settlementDate = new Date(Date.UTC(2025, 0, 3 + 7 * week)).toISOString().slice(0, 10)
    const loads = [newLoad(), newLoad(), newLoad()].map((load) => ({
      ...load,
      settlementDate,
      truckId: truck.body.id,
    }))
    const made = await Promise.all(loads.map((load) => office.make('/api/loads', load)))
    kept.loads.push(
      ...loads.filter((_, at) => made[at]?.status === 201).map(({ loadId }) => loadId),
    )
    refuse(made.find(({ status }) => status !== 201))
    refuse(unless(200, await office.get('/api/loads?limit=50')))
    kept.settled.push(await settle(office, truck.body.id, settlementDate))
    if (week % 5 === 0) {
      await importPeople(office, week)
      kept.imported += IMPORTED_AT_ONCE
    }
  }
}

async function settle(office: Office, truckId: number, settlementDate: string): Promise<Settled> {
  const saved = await office.make('/api/billing', { truckId, settlementDate, fuel: '100.10' })
  refuse(unless(201, saved))
  const at = `/api/billing/${saved.body.id}`
  const approved = await office.post(`${at}/approve`, {})
  refuse(unless(200, approved))
  const payment = { paidOn: settlementDate, paymentMethod: 'check', paymentReference: '1001' }
  const paid = await office.post(`${at}/pay`, payment)
  // Sent again after an answer that was lost: it is paid already.
  const settled = paid.status === 409 ? await office.get(at) : paid
  if (settled.body.status !== 'paid') refuse(settled)
  const made = await office.post(`${at}/generate-pdf`, {})
  const pdf = await office.get(String(made.body.pdfUrl))
  if (!pdf.text.startsWith('%PDF')) refuse(pdf)
  const { id, number, netPayment } = settled.body as unknown as Settled
  return { id, number, netPayment }
}

async function importPeople(office: Office, week: number): Promise<void> {
  const people = Array.from(
    { length: IMPORTED_AT_ONCE },
    (_, n) => `Person ${week}-${n},555,p${week}.${n}@example.com`,
  )
  const reply = await office.make('/api/dispatchers/import', [CSV_HEADS, ...people, ''].join('\n'))
  refuse(unless(201, reply))
}

function unless(status: number, reply: Reply): Reply | undefined {
  return reply.status === status ? undefined : reply
}

/** An error that trying again did not mend. */
function refuse(reply: Reply | undefined): void {
  if (reply) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`)
}
