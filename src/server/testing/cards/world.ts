/** The carrier of a random history of cards: two trucks, two owners, three weeks, and the model beside it. */
import type { FastifyInstance } from 'fastify'
import { addDays, weekOf } from '#core/calendar.ts'
import type { Database } from '#server/database/open.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { createChance } from '#server/testing/fuzz/chance.ts'
import type { Body } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'
import { openCards } from './bought.ts'
import type { CardModel, ModelPurchase } from './model.ts'

export type World = Awaited<ReturnType<typeof openWorld>>
export type Steps = Record<string, (world: World) => Promise<void>>

/** Dense enough for two settlements in a week, and for first and last days. */
const WEEKS = 3
const SUNDAY = 0

export async function openWorld(app: FastifyInstance, database: Database, seed: number) {
  const carrier = await createCarrierWithOwners(app)
  const trucks = [carrier.truckId, await carrier.createTruck()]
  const [first = 0, second = 0] = trucks
  await carrier.changeTruck(second, { ownerId: carrier.bob, driverId: null })
  const driver = await carrier.addDriver('Dan')
  const account = { provider: 'bestpass', kind: 'toll', dayBasis: 'posted' }
  await carrier.client.post('/api/card-accounts', account)
  const units = new Map<number, string>()
  for (const id of trucks) {
    const { body } = await carrier.client.get<Body>(`/api/trucks/${id}`)
    units.set(id, String(body.truckId))
  }
  const model: CardModel = {
    owners: new Map([
      [first, carrier.ann],
      [second, carrier.bob],
    ]),
    units,
    names: new Map([
      [carrier.ann, 'Ann'],
      [carrier.bob, 'Bob'],
    ]),
    cards: [],
    files: [],
    purchases: [],
    settlements: [],
    leases: [],
    defaults: [],
  }
  const cards = await openCards(database, carrier.client)
  const book: Book = { stops: [], sent: [] }
  const places = { carrier, trucks, driver, cards, database, days: listDays() }
  return { ...places, model, book, chance: createChance(seed) }
}

/** What the card company knows, and the files that it sent. */
type Book = { stops: Stop[]; sent: { stops: Stop[]; credits: Stop[] }[] }

export type Stop = {
  card: string
  unit: string
  invoice: string
  day: string
  items: { item: string; time: string; gallons: number; price: number; discount: number }[]
  /** Cents. */
  fee: number
}

/** The last whole weeks: a card file has no days that are still to come. */
function listDays(): Date[] {
  const { from } = weekOf(addDays(accountDay(), -7 * WEEKS), SUNDAY)
  return Array.from(
    { length: 7 * WEEKS },
    (_, day) => new Date(Date.parse(from) + day * 86_400_000),
  )
}

export const toDayText = (day: Date | undefined) => (day ?? new Date(0)).toISOString().slice(0, 10)
export const toDollars = (cents: number | null) =>
  cents === null ? null : (cents / 100).toFixed(2)

export const pickBought = ({ model, chance }: World): ModelPurchase | undefined =>
  model.purchases.length ? chance.oneOf(model.purchases) : undefined
