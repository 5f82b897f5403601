/** A carrier with 12 trucks, 15 brokers and a factor, and two people who work in its account. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Factor } from '#core/factoring/responses.ts'
import { createChance, type Chance } from '#server/testing/fuzz/chance.ts'
import { FACTOR, makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, type Body, type Client } from '#server/testing/test-app.ts'
import { newYearModel, type YearModel } from './model.ts'

export const YEAR_START = '2025-01-06'
export const YEAR_END = '2026-02-27'

const TRUCKS = 12
const OWNERS = 6
const BROKERS = 15
const FACTORED = 8

export type YearBroker = { id: number; terms: number; factored: boolean; name: string }

/** `due`: the Monday of the week in which it is entered. */
type YearEvent = { due: string; run: () => Promise<void> }

export type Year = {
  client: Client
  /** A member who works in Accounting. */
  other: Client
  chance: Chance
  model: YearModel
  trucks: number[]
  brokers: YearBroker[]
  factorId: number
  events: YearEvent[]
  /** Entries for the factor's next report, of each invoice. */
  reported: Map<number, { kind: string; cents: bigint }[]>
  counts: Map<string, number>
  /** The current day of the simulated year. */
  today: string
}

export async function openYear(app: FastifyInstance, seed: number): Promise<Year> {
  const client = await signUp(app)
  const chance = createChance(seed)
  const make = async (path: string, body: object) => {
    const made = await client.post(path, body)
    expect([path, made.status === 201 ? '' : made.text]).toEqual([path, ''])
    return made.body.id
  }
  const owners: number[] = []
  for (let n = 1; n <= OWNERS; n++)
    owners.push(await make('/api/owners', { ...makeSample('owners', n), name: `Owner ${n}` }))
  const trucks: number[] = []
  for (let n = 1; n <= TRUCKS; n++)
    trucks.push(
      await make('/api/trucks', { ...makeSample('trucks', n), ownerId: owners[n % OWNERS] }),
    )
  const factor = await client.post<Factor>('/api/factors', {
    ...FACTOR,
    isDefault: false,
    firstDay: '2025-01-01',
  })
  expect(factor.status).toBe(201)
  const year: Year = {
    client,
    chance,
    trucks,
    factorId: factor.body.id,
    brokers: [],
    events: [],
    other: await inviteMember(app, client, 'accounting'),
    model: newYearModel(),
    reported: new Map(),
    counts: new Map(),
    today: YEAR_START,
  }
  for (let n = 1; n <= BROKERS; n++) year.brokers.push(await addBroker(year, n, make))
  return year
}

type Make = (path: string, body: object) => Promise<number>

async function addBroker(year: Year, n: number, make: Make): Promise<YearBroker> {
  const terms = year.chance.oneOf([0, 15, 21, 30, 45])
  const name = `Broker ${String(n).padStart(2, '0')}`
  const address = `${n} Main St\nDallas, TX 75201`
  const sent = { ...makeSample('brokers', n), companyName: name, address, termsDays: terms }
  const id = await make('/api/brokers', sent)
  const factored = n <= FACTORED
  if (factored) {
    const choice = { choice: 'factor', factorId: year.factorId, approvedLimit: null }
    expect((await year.client.put(`/api/brokers/${id}/factor`, choice)).status).toBe(200)
  }
  return { id, terms, factored, name }
}

export function countStep(year: Year, step: string): void {
  year.counts.set(step, (year.counts.get(step) ?? 0) + 1)
}

type Answer<Of> = { status: number; body: Of; text: string }

/** Sends a step. Now and then two people send it at once: one must succeed, and the other is rejected. */
export async function sendStep<Of extends object = Body>(
  year: Year,
  step: string,
  [method, path, body]: ['POST' | 'PUT', string, object?],
  isOnce = true,
): Promise<Of> {
  countStep(year, step)
  const isTwice = isOnce && year.chance.in(0.08)
  const people = isTwice ? [year.client, year.other] : [year.client]
  const answers = await Promise.all(people.map((one) => one.send<Of>(method, path, body)))
  const [good, ...more] = answers.filter(({ status }) => status < 300)
  const said = answers.map(({ status, text }) => (status < 300 ? status : `${status} ${text}`))
  const context = `${step} on ${year.today}: ${method} ${path} ${JSON.stringify(body)}`
  if (!good || more.length || answers.some(({ status }) => status >= 500))
    throw new Error(`${context} was answered ${said.join(' and ')}`)
  if (isTwice) {
    countStep(year, 'two at once')
    const rejected = answers.find((one: Answer<Of>) => one !== good)
    expect([context, [400, 409, 412].includes(rejected?.status ?? 0)]).toEqual([context, true])
  }
  return good.body
}

/** Sometimes sends a request twice at the same time with the same key: it counts once. */
export async function sendKeyed<Of extends object = Body>(
  year: Year,
  step: string,
  [path, body]: [string, object],
): Promise<Of> {
  if (!year.chance.in(0.1)) return sendStep<Of>(year, step, ['POST', path, body])
  countStep(year, step)
  countStep(year, 'same key twice')
  const key = { 'idempotency-key': `${step}-${year.chance.whole(1_000_000_000)}` }
  const send = () => year.client.post<Of>(path, body, key)
  const [first, second] = await Promise.all([send(), send()])
  const third = await send()
  const said = [first, second, third].map(({ status, text }) => `${status} ${text}`)
  if (third.status >= 300) throw new Error(`${step}: ${path} was answered ${said.join(' and ')}`)
  for (const one of [first, second])
    if (one.status < 300) expect(one.body).toEqual(third.body)
    else expect([step, one.status]).toEqual([step, 409])
  return third.body
}

const LARGEST_PAGE = 200

/** All records of a list, page by page. */
export async function readAllPages<Of>({ client }: Year, path: string): Promise<Of[]> {
  const all: Of[] = []
  for (;;) {
    const page = `${path}?sort=id&limit=${LARGEST_PAGE}&offset=${all.length}`
    const { status, body, text } = await client.get<Of[]>(page)
    expect([path, status === 200 ? '' : text]).toEqual([path, ''])
    all.push(...body)
    if (body.length < LARGEST_PAGE) return all
  }
}
