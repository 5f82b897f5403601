/** A person decides between the figures of a purchase and those of a later file (SPEC C566, C570). */
import { sql } from 'kysely'
import { decideMessages, type PurchaseDetails, type TakenFigures } from '#core/cards/decide.ts'
import type { NewPurchase, PurchaseFigures } from '#core/cards/figures.ts'
import type { CardPurchase } from '#core/cards/purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { RequestError } from '#server/errors.ts'
import { COLUMNS, lockPurchase, readPurchaseDetails, type DecidedPurchase } from './decide.ts'
import { insertNewPurchase } from './insert.ts'
import { readHolders } from './read-holders.ts'

/**
 * The figures that were not taken are remembered, so that their file changes nothing. What is decided about the day of a stop counts for all its items.
 * Throws 404, 412, and 409 if nothing waits, or if `both` is no second purchase.
 */
export function decideFigures(
  database: Database,
  userId: string,
  { id, version }: { id: number; version: number | undefined },
  take: TakenFigures,
): Promise<PurchaseDetails> {
  return inTransaction(database, async (work) => {
    const { conflict, ...purchase } = await lockPurchase(work, userId, id, version)
    if (!conflict) throw new RequestError(409, decideMessages.noConflict)
    if (take === 'both' && !conflict.row) throw new RequestError(409, decideMessages.notTwo)
    const others = conflict.row ? await lockOthers(work, userId, { ...purchase, conflict }) : []
    for (const one of [{ ...purchase, conflict }, ...others]) await decide(work, userId, one, take)
    return readPurchaseDetails(work, userId, id)
  })
}

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

async function decide(
  work: Work,
  userId: string,
  { conflict, ...purchase }: Waiting,
  take: TakenFigures,
): Promise<void> {
  const { importId: _importId, fileName: _fileName, row, ...read } = conflict
  const { id, day, gallons, price, retail, discount, net } = purchase
  const stored = { day, gallons, price, retail, discount, net }
  const figures: PurchaseFigures = take === 'new' ? read : stored
  // A second purchase is found by its own key.
  const refused = { new: [stored], stored: [read], both: [] }[take]
  await sql`update card_purchases set conflict = null, refused = refused || ${JSON.stringify(refused)}::jsonb,
      day = ${figures.day}, gallons = ${figures.gallons}, price = ${figures.price}, retail = ${figures.retail},
      discount = ${figures.discount}, net = ${figures.net}, ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = ${id}`.execute(work)
  if (figures.day !== day) await findAgain(work, userId, { ...purchase, day: figures.day })
  if (take === 'both' && row) await addSecond(work, userId, purchase, row)
}

/** On another day the card may have been with another truck. What a person chose stays, and a truck if the cards name none. */
async function findAgain(
  work: Work,
  userId: string,
  purchase: Omit<DecidedPurchase, 'conflict'>,
): Promise<void> {
  const { id, truckId, foundBy } = purchase
  if (foundBy === null || foundBy === 'person') return
  const { find } = await readHolders(work, userId)
  const found = find(purchase)
  if (found.truckId === null || found.truckId === truckId) return
  await sql`update card_purchases set truck_id = ${found.truckId}, driver_id = ${found.driverId}, found_by = ${found.foundBy}
    where user_id = ${userId} and id = ${id}`.execute(work)
}

/** Its truck is that of the cards of today. */
async function addSecond(
  work: Work,
  userId: string,
  { provider }: Pick<DecidedPurchase, 'provider'>,
  row: NewPurchase,
): Promise<void> {
  const { find } = await readHolders(work, userId)
  const found = find({
    provider,
    card: String(row.card ?? ''),
    cardKind: row.card_kind as CardPurchase['cardKind'],
    day: String(row.day),
    unit: row.unit === null ? null : String(row.unit),
  })
  const truck = { truck_id: found.truckId, driver_id: found.driverId, found_by: found.foundBy }
  await insertNewPurchase(work, userId, { ...row, ...(found.truckId === null ? {} : truck) })
}
