/** A person decides between the figures of a purchase and those of a later file (SPEC C566, C570). */
import { sql } from 'kysely'
import {
  decideMessages,
  type DecidedFigures,
  type PurchaseDetails,
  type TakenFigures,
} from '#core/cards/decide.ts'
import type { NewPurchase, PurchaseFigures } from '#core/cards/figures.ts'
import { keyOfOriginal } from '#core/cards/files/name-each.ts'
import type { CardPurchase } from '#core/cards/purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { RequestError } from '#server/errors.ts'
import { addPumpReadings, removePumpReadings } from '#server/fleet/card-readings.ts'
import { answerApprovedWeeks } from './approved-weeks.ts'
import { COLUMNS, lockPurchase, readPurchaseDetails, type DecidedPurchase } from './decide.ts'
import { insertNewPurchase } from './insert.ts'
import { findOriginal, reasonOfCredit } from './plan.ts'
import { readHolders } from './read-holders.ts'
import { listReadings } from './save.ts'
import { readStored, type Found, type Stored } from './stored.ts'

/**
 * The figures that were not taken are remembered, so that their file changes nothing. What is decided about the day of a stop counts for all its items.
 * Throws 404, 412, 409 if nothing waits, or if `both` is no second purchase, and 400 without an answer about approved weeks (SPEC C571).
 */
export function decideFigures(
  database: Database,
  userId: string,
  { id, version }: { id: number; version: number | undefined },
  { take, approvedWeeks }: DecidedFigures,
): Promise<PurchaseDetails> {
  return inTransaction(database, async (work) => {
    const { conflict, ...purchase } = await lockPurchase(work, userId, id, version)
    if (!conflict) throw new RequestError(409, decideMessages.noConflict)
    if (take === 'both' && !conflict.row) throw new RequestError(409, decideMessages.notTwo)
    const others = conflict.row ? await lockOthers(work, userId, { ...purchase, conflict }) : []
    const changes: Change[] = []
    for (const one of [{ ...purchase, conflict }, ...others])
      changes.push(...(await decide(work, userId, one, take)))
    const before = changes.flatMap((change) => change.before ?? [])
    const after = changes.map((change) => change.after)
    await removePumpReadings(work, userId, listReadings(before))
    await addPumpReadings(work, userId, listReadings(after))
    await answerApprovedWeeks(work, userId, after, approvedWeeks)
    return readPurchaseDetails(work, userId, id)
  })
}

/** Where a purchase counts: its truck and its day. */
type Counted = Pick<
  DecidedPurchase,
  'id' | 'provider' | 'day' | 'postedOn' | 'truckId' | 'ignored' | 'odometer' | 'kind'
>

/** `before`: null for a second purchase. */
type Change = { before: Counted | null; after: Counted }

type Waiting = DecidedPurchase & { conflict: NonNullable<DecidedPurchase['conflict']> }

/** The other items of the stop that have the same other day in the same file. */
async function lockOthers(
  work: Work,
  userId: string,
  { id, provider, key, conflict }: Waiting,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`select ${COLUMNS} from card_purchases
    where user_id = ${userId} and provider = ${provider} and key = ${key} and id <> ${id}
      and conflict -> 'row' is not null and conflict ->> 'day' = ${conflict.day}
      and conflict ->> 'importId' = ${String(conflict.importId)}
    order by id for no key update`.execute(work)
  return rows
}

/** Returns what counts on another day now, and the second purchase. */
async function decide(
  work: Work,
  userId: string,
  { conflict, ...purchase }: Waiting,
  take: TakenFigures,
): Promise<Change[]> {
  const { importId, fileName: _fileName, row, ...read } = conflict
  const { id, day, gallons, price, retail, discount, net } = purchase
  const stored = { day, gallons, price, retail, discount, net }
  const figures: PurchaseFigures = take === 'new' ? read : stored
  // A second purchase is found by its own key.
  const refused = { new: [{ ...stored, takenFrom: importId }], stored: [read], both: [] }[take]
  // Later credits name the corrected day.
  const key = take === 'new' && row ? String(row.key) : purchase.key
  await sql`update card_purchases set conflict = null, refused = refused || ${JSON.stringify(refused)}::jsonb,
      key = ${key}, day = ${figures.day}, gallons = ${figures.gallons}, price = ${figures.price}, retail = ${figures.retail},
      discount = ${figures.discount}, net = ${figures.net}, ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = ${id}`.execute(work)
  if (take === 'both' && row) return [{ before: null, after: await addSecond(work, userId, row) }]
  if (figures.day === day) return []
  const moved = { ...purchase, key, day: figures.day }
  const truckId = await findAgain(work, userId, moved)
  return [{ before: purchase, after: { ...moved, truckId } }]
}

/** On another day the card may have been with another truck or driver. What a person chose stays, and a truck if the cards name none. Returns its truck. */
async function findAgain(
  work: Work,
  userId: string,
  purchase: Omit<DecidedPurchase, 'conflict'>,
): Promise<number | null> {
  const { id, truckId, driverId, foundBy } = purchase
  if (foundBy === null || foundBy === 'person') return truckId
  const found = (await readOriginal(work, userId, purchase)) ?? (await find(work, userId, purchase))
  if (found.truckId === null) return truckId
  if (found.truckId === truckId && found.driverId === driverId) return truckId
  await sql`update card_purchases set truck_id = ${found.truckId}, driver_id = ${found.driverId}, found_by = ${found.foundBy}
    where user_id = ${userId} and id = ${id}`.execute(work)
  return found.truckId
}

/** Its truck is that of the cards of today: the one that its file found may be gone. */
async function addSecond(work: Work, userId: string, row: NewPurchase): Promise<Counted> {
  const second = {
    provider: row.provider as DecidedPurchase['provider'],
    key: String(row.key),
    item: String(row.item),
    card: String(row.card ?? ''),
    cardKind: row.card_kind as CardPurchase['cardKind'],
    day: String(row.day),
    unit: row.unit === null ? null : String(row.unit),
    postedOn: row.posted_on === null ? null : String(row.posted_on),
    odometer: row.odometer === null ? null : Number(row.odometer),
    kind: row.kind as DecidedPurchase['kind'],
  }
  const original = await readOriginal(work, userId, second)
  const { truckId, driverId, foundBy } = original ?? (await find(work, userId, second))
  const ignored = reasonOfCredit(original)
  const truck = { truck_id: truckId, driver_id: driverId, found_by: foundBy }
  const id = await insertNewPurchase(work, userId, { ...row, ...truck, ignored })
  return { ...second, id, truckId, ignored }
}

type Printed = Pick<
  DecidedPurchase,
  'provider' | 'key' | 'item' | 'card' | 'cardKind' | 'day' | 'unit'
>

async function find(work: Work, userId: string, printed: Printed): Promise<Found> {
  const holders = await readHolders(work, userId)
  return holders.find(printed)
}

/** What a credit takes back: the credit has its truck. Undefined for a charge. */
async function readOriginal(
  work: Work,
  userId: string,
  { provider, key, item }: Printed,
): Promise<Stored | undefined> {
  const original = keyOfOriginal(key)
  if (original === null) return undefined
  return findOriginal(await readStored(work, userId, provider, [original]), { key, item })
}
