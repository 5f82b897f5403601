/**
 * What the server asks for before a paper leaves the office (SPEC C341, C342). Test accounts answer it at once, as a
 * careful user would, and send their request again. The tests of the questions use a client that does not. Test accounts
 * also require no papers to bill; the tests of the new account's rules use an account that does (SPEC C343).
 */
import type { RequiredPapers } from '#core/required-papers/required-papers.ts'
import { COMPANY, makeSample } from './samples.ts'

/** Sends a request of the same person. The body of the response is JSON. */
export type Send = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => Promise<{ status: number; body: unknown }>

/** Ends the requirement of papers of a new account. */
export async function requireNoPapers(send: Send): Promise<void> {
  const path = '/api/required-papers'
  const { firstDay } = (await send('GET', path)).body as RequiredPapers
  await send('PUT', path, { firstDay, toSettle: {}, toBill: {} })
}

type Refusal = { needs?: unknown; fields?: Record<string, unknown> }
type Ids = { ownerId: number | null; driverId: number | null }

/** Returns whether the request can be sent again. `path`: of the request that was refused. */
export async function answerNeed(send: Send, path: string, refused: unknown): Promise<boolean> {
  const { needs, fields = {} } = (refused ?? {}) as Refusal
  if (needs === 'company') return enterCompany(send, Object.keys(fields))
  return needs === 'payee' && choosePayee(send, path)
}

/** Replaces the sample values and keeps the others. */
async function enterCompany(send: Send, names: string[]): Promise<boolean> {
  const { id } = (await send('GET', '/api/settings')).body as { id: number | null }
  const sampled = Object.entries(COMPANY).filter(([name]) => names.includes(name))
  const saved =
    id === null
      ? await send('POST', '/api/settings', COMPANY)
      : await send('PUT', `/api/settings/${id}`, Object.fromEntries(sampled))
  // 409: another request of this account has saved it.
  return saved.status < 300 || saved.status === 409
}

/** Gives the truck a driver if it has none, and pays its driver. */
async function choosePayee(send: Send, path: string): Promise<boolean> {
  const billing = path.replace(/\/approve.*/, '')
  const { truckId } = (await send('GET', billing)).body as { truckId: number }
  const truck = (await send('GET', `/api/trucks/${truckId}`)).body as Ids & { truckId: string }
  const driverId = truck.driverId ?? (await addDriver(send, truck.truckId))
  if (truck.driverId === null) await send('PUT', `/api/trucks/${truckId}`, { ...truck, driverId })
  return (await send('PUT', billing, { driverId })).status < 300
}

async function addDriver(send: Send, truck: string): Promise<number> {
  const driver = { ...makeSample('drivers'), name: `Driver of ${truck}` }
  return ((await send('POST', '/api/drivers', driver)).body as { id: number }).id
}
