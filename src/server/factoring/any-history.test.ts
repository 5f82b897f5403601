/**
 * Random histories of invoices, schedules, reports, voids, credit notes and payments, also by two people at the same
 * time. Each amount on each day equals that of the model, and the app accepts what the model accepts.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FactorSchedule } from '#core/factoring/responses.ts'
import { draw, KINDS, type Action, type Draw } from '#server/testing/factoring/history/actions.ts'
import { openFactor, type FactorCarrier } from '#server/testing/factoring/history/carrier.ts'
import { checkHistory } from '#server/testing/factoring/history/check.ts'
import {
  faceOfSchedule,
  newFactorBook,
  type FactorBook,
} from '#server/testing/factoring/history/model.ts'
import { readSeed, shortOrLong } from '#server/testing/long.ts'
import { signUp, testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const RUNS = shortOrLong(4, 60)
const STEPS = 12
const SEED = readSeed(11)
/** The number of histories in one account. Each has its own factor and brokers. */
const HISTORIES = 6
/** The factor's limit for the second broker, in cents. */
const LIMIT = 600_000n

const drawn: fc.Arbitrary<Draw> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.array(fc.nat(9999), { minLength: 12, maxLength: 12 }),
})
/** One step, or two at once. */
const step = fc.tuple(drawn, fc.option(drawn, { freq: 4 }))

/** Three invoices, two of them on a submitted schedule. */
const BEGINNING: [Draw][] = [
  [{ kind: 'bill', at: [0, 0, 9000, 30] }],
  [{ kind: 'bill', at: [1, 1, 9001, 31] }],
  [{ kind: 'bill', at: [3, 3, 9003, 33] }],
  [{ kind: 'schedule', at: [1, 0, 2, 0, 1, 0, 1] }],
  [{ kind: 'submit', at: [] }],
]

const counts: Record<string, number> = {}
let opened = 0
let client: Client | undefined

async function openClient(): Promise<Client> {
  if (opened++ % HISTORIES === 0) client = undefined
  return (client ??= await signUp(app))
}

type Done = { action: Action; answer: Awaited<ReturnType<Action['send']>> }

/** Sends all actions at once, and finds an order in which the model accepts the same ones as the app. */
async function take(
  carrier: FactorCarrier,
  book: FactorBook,
  actions: readonly Action[],
): Promise<FactorBook> {
  const answers = await Promise.all(actions.map(({ send }) => send()))
  const done = actions.flatMap((action, at) => {
    const answer = answers[at]
    return answer ? [{ action, answer }] : []
  })
  for (const { action, answer } of done) {
    expect([action.name, answer.status < 500 ? '' : answer.text]).toEqual([action.name, ''])
    const name = `${action.name} ${answer.status < 300 ? 'taken' : 'refused'}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  const [one, other] = [done, done.toReversed()].flatMap((order) => applyInOrder(book, order) ?? [])
  if (!one) throw new Error(`The model disagrees: ${describe(book, done)}`)
  if (!other || done.length === 1) return one
  // A draft and a credit note at once: the face amounts show which was first.
  return (await hasFaces(carrier, one)) ? one : other
}

/** Returns null if the model accepts other actions than the app in this order. */
function applyInOrder(book: FactorBook, order: readonly Done[]): FactorBook | null {
  const next = structuredClone(book)
  const fits = order.every(({ action, answer }) => {
    const apply = action.judge(next)
    if (apply) apply(next, answer)
    return Boolean(apply) === answer.status < 300
  })
  return fits ? next : null
}

async function hasFaces({ client, path }: FactorCarrier, book: FactorBook): Promise<boolean> {
  const { body } = await client.get<{ schedules: FactorSchedule[] }>(`${path}/schedules`)
  return body.schedules.every(({ id, face }) => faceOfSchedule(book, id) === face)
}

function describe(book: FactorBook, done: readonly Done[]): string {
  const shown = done.map(({ action: { name, judge }, answer: { status, text } }) => [
    ...[name, status, text.slice(0, 300), judge(book) ? 'taken' : 'refused'],
  ])
  return JSON.stringify(shown)
}

test(
  'C212 C213 C214 C215 C216 C241 C274 C333 C334 In any history of reports, each amount on each day equals the model’s',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: Math.ceil(STEPS / 2), maxLength: STEPS, size: 'max' }),
        fc.array(fc.nat(100), { minLength: 2, maxLength: 2 }),
        async (steps, days) => {
          const carrier = await openFactor(await openClient(), LIMIT)
          let book = newFactorBook()
          book.limits.set(carrier.brokers[1] ?? 0, LIMIT)
          for (const [first, second] of [...BEGINNING, ...steps]) {
            const both = [first, second].flatMap(
              (one) => (one ? draw(carrier, book, one) : null) ?? [],
            )
            book = await take(carrier, book, both)
          }
          await checkHistory(carrier, book, days)
        },
      ),
      { numRuns: RUNS, seed: SEED, endOnFailure: !process.env.SHRINK },
    )
    const taken = Object.keys(counts).filter((name) => name.endsWith('taken'))
    expect(taken.length).toBeGreaterThan(shortOrLong(8, 20))
  },
  Math.max(180_000, RUNS * STEPS * 400),
)
