/** A user of the server, and helpers to add loads and to check that acknowledged ones are stored. */
import type { Haulbook } from './haulbook.ts'

type Reply = {
  status: number
  body: { [field: string]: unknown; id?: number }
  /** The Retry-After header, if there is one. */
  retryAfter?: string
}

const ACCOUNT = { email: 'work@example.com', password: 'a password for faults' }

export type User = ReturnType<typeof createUser>

/** A failed call has status 0. */
function createUser(haulbook: Haulbook, cookie = '') {
  async function call(method: string, path: string, body?: object): Promise<Reply> {
    const json: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    try {
      const response = await fetch(haulbook.url + path, {
        method,
        headers: { ...json, cookie },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      const retryAfter = response.headers.get('retry-after')
      return {
        status: response.status,
        body: text ? (JSON.parse(text) as Reply['body']) : {},
        ...(retryAfter ? { retryAfter } : {}),
      }
    } catch {
      return { status: 0, body: {} }
    }
  }

  return {
    cookie,
    get: (path: string) => call('GET', path),
    post: (path: string, body: object) => call('POST', path, body),
    put: (path: string, body: object) => call('PUT', path, body),
    remove: (path: string) => call('DELETE', path),
  }
}

/** Signs up the first time, and logs in after that. */
export async function signIn(haulbook: Haulbook, email = ACCOUNT.email): Promise<User> {
  const failures: string[] = []
  for (const path of ['/api/signup', '/api/login']) {
    const response = await fetch(haulbook.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ACCOUNT, email }),
    })
    const cookie = response.headers.get('set-cookie')?.split(';')[0]
    if (cookie) return createUser(haulbook, cookie)
    failures.push(`${path} ${String(response.status)} ${await response.text()}`)
  }
  throw new Error(`Login failed: ${failures.join('; ')}. ${haulbook.output()}`)
}

let loadCount = 0

/** A load with a new number. */
export function makeLoad(): { loadId: string; [field: string]: unknown } {
  return {
    loadId: `L-${process.pid}-${++loadCount}`,
    pickupState: 'TX',
    pickupDate: '2026-11-16',
    deliveryState: 'GA',
    deliveryDate: '2026-11-18',
    settlementDate: '2026-11-20',
    revenue: '2400.10',
    miles: '781',
  }
}

/** Adds loads until a call fails. Returns the acknowledged load numbers. */
export async function addLoadsUntilFailure(user: User): Promise<string[]> {
  const kept: string[] = []
  for (;;) {
    const load = makeLoad()
    const { status } = await user.post('/api/loads', load)
    if (status !== 201) return kept
    kept.push(load.loadId)
  }
}

/** The numbers of all stored loads. */
export async function readLoadNumbers(user: User): Promise<Set<unknown>> {
  const { body } = await user.get('/api/loads')
  return new Set((body as unknown as { loadId: string }[]).map(({ loadId }) => loadId))
}
