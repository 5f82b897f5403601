/** What a person decides about a purchase (SPEC C565, C566). The figures are never typed. */
import { sql } from 'kysely'
import type { CardRow } from '#core/cards/cards.ts'
import { decideMessages, type PurchaseDetails } from '#core/cards/decide.ts'
import type { ApprovedWeeks } from '#core/cards/imports.ts'
import type { Conflict, PurchaseFigures } from '#core/cards/figures.ts'
import type { FoundTruck } from '#core/cards/find-truck.ts'
import type { DecidedValues } from '#core/cards/purchase-list.ts'
import type { BoughtKind, CardPurchase } from '#core/cards/purchases.ts'
import { SERIAL } from '#core/fields/number-keys.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { insertRow } from '#server/entities/rows.ts'
import { badField, notFound, versionConflict } from '#server/errors.ts'
import { addPumpReadings, removePumpReadings } from '#server/fleet/card-readings.ts'
import { cardList, checkCard } from '#server/cards/cards.ts'
import { answerApprovedWeeks } from './approved-weeks.ts'
import { listReadings } from './save.ts'

export type DecidedPurchase = PurchaseFigures &
  DecidedValues & {
    id: number
    version: number
    provider: CardRow['provider']
    key: string
    item: string
    card: string
    cardKind: CardPurchase['cardKind']
    unit: string | null
    odometer: number | null
    driverId: number | null
    foundBy: FoundTruck['foundBy'] | 'person'
    postedOn: string | null
    kind: BoughtKind
    code: string | null
    cells: Record<string, string>
    conflict: Conflict | null
  }

type Decision = Partial<DecidedValues> & {
  others: boolean
  alike: boolean
  holder: boolean
  approvedWeeks?: ApprovedWeeks | undefined
  confirmed: readonly string[]
}

export async function readPurchaseDetails(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<PurchaseDetails> {
  const purchase = await findPurchase(work, userId, id)
  const { version, cells, conflict, day, gallons, price, retail, discount, net } = purchase
  const others = await listOthers(work, userId, purchase)
  const stored = { day, gallons, price, retail, discount, net }
  const shown = conflict && { ...conflict, isOtherDay: conflict.row !== undefined }
  const unknownAlike = await countAlike(work, userId, purchase)
  const { code } = purchase
  return {
    id,
    version,
    waitingOthers: others.length,
    code,
    unknownAlike,
    cells,
    stored,
    conflict: shown,
  }
}

/** Returns the number of changed rows. Throws 404, 412, 400 at a field, also without an answer about approved weeks (SPEC C571), and 409 for a card that is with another truck. */
export function decidePurchase(
  database: Database,
  userId: string,
  { id, version }: { id: number; version: number | undefined },
  { others, alike, holder, approvedWeeks, confirmed, ...values }: Decision,
): Promise<{ changed: number }> {
  return inTransaction(database, async (work) => {
    const stored = await lockPurchase(work, userId, id, version)
    const { truckId = stored.truckId, kind = stored.kind, ignored = stored.ignored } = values
    if (holder && truckId === null) throw badField('truckId', decideMessages.noTruck)
    if (holder && !stored.card) throw badField('truckId', decideMessages.noCard)
    if (holder && truckId !== null) await addHolder(work, userId, stored, truckId, confirmed)
    await sql`update card_purchases set kind = ${kind}, ignored = ${ignored}, ${NEXT_VERSION_SQL}
      where user_id = ${userId} and id = ${id}`.execute(work)
    const named = alike && kind !== 'unknown' ? await nameAlike(work, userId, stored, kind) : []
    const rest = others && truckId !== null ? await listOthers(work, userId, stored) : []
    const given = truckId === stored.truckId ? rest : [stored, ...rest]
    await giveTruck(work, userId, given, truckId)
    const answered = given.map((one) => (one === stored ? { ...one, ignored } : one))
    await answerApprovedWeeks(
      work,
      userId,
      answered.map((one) => ({ ...one, truckId })),
      approvedWeeks,
    )
    return { changed: new Set([id, ...named, ...rest.map((one) => one.id)]).size }
  })
}

export const COLUMNS = sql`id, version, provider, key, item, card, card_kind, unit, odometer, kind, code, ignored, truck_id, driver_id, found_by, day, posted_on,
  gallons, price, retail, discount, net, cells, conflict`

async function findPurchase(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<DecidedPurchase> {
  const { rows } = await sql<DecidedPurchase>`select ${COLUMNS} from card_purchases
    where user_id = ${userId} and id = ${id}`.execute(work)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Throws 404 and 412. */
export async function lockPurchase(
  work: Work,
  userId: string,
  id: number,
  version: number | undefined,
): Promise<DecidedPurchase> {
  const { rows } = await sql<DecidedPurchase>`select ${COLUMNS} from card_purchases
    where user_id = ${userId} and id = ${id} for no key update`.execute(work)
  const [stored] = rows
  if (!stored) throw notFound()
  if (version !== undefined && version !== stored.version)
    throw versionConflict(await readPurchaseDetails(work, userId, id))
  return stored
}

/**
 * The rows of the same card without a truck from that day on: before, the card may have been with another truck. Of a row without a card, those of
 * the same unit.
 */
async function listOthers(
  work: Database | Work,
  userId: string,
  { id, provider, card, cardKind, unit, day }: DecidedPurchase,
): Promise<DecidedPurchase[]> {
  const isSame = card
    ? sql`card_kind = ${cardKind} and serial_key(card) = ${SERIAL.of(card)}`
    : sql`card = '' and unit = ${unit}`
  const { rows } = await sql<DecidedPurchase>`select ${COLUMNS} from card_purchases
    where user_id = ${userId} and provider = ${provider} and truck_id is null and id <> ${id} and day >= ${day} and ${isSame}
    order by id`.execute(work)
  return rows
}

/** Other items of the provider with the code, whose kind nobody knows. Of an item without a code, none. */
const isAlike = (userId: string, { id, provider, code }: DecidedPurchase) =>
  sql`user_id = ${userId} and provider = ${provider} and code = ${code} and kind = 'unknown' and id <> ${id}`

async function countAlike(
  work: Database | Work,
  userId: string,
  stored: DecidedPurchase,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from card_purchases
    where ${isAlike(userId, stored)}`.execute(work)
  return rows[0]?.count ?? 0
}

/** Returns the ids of the items that got the kind. */
async function nameAlike(
  work: Work,
  userId: string,
  stored: DecidedPurchase,
  kind: BoughtKind,
): Promise<number[]> {
  const { rows } =
    await sql<DecidedPurchase>`update card_purchases set kind = ${kind}, ${NEXT_VERSION_SQL}
    where ${isAlike(userId, stored)} returning ${COLUMNS}`.execute(work)
  await addPumpReadings(work, userId, listReadings(rows))
  return rows.map(({ id }) => id)
}

async function giveTruck(
  work: Work,
  userId: string,
  purchases: readonly DecidedPurchase[],
  truckId: number | null,
): Promise<void> {
  if (!purchases.length) return
  await removePumpReadings(work, userId, listReadings(purchases))
  await sql`update card_purchases set truck_id = ${truckId}, found_by = ${truckId === null ? null : 'person'},
      ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = any(${purchases.map(({ id }) => id)})`.execute(work)
  await addPumpReadings(work, userId, listReadings(purchases.map((one) => ({ ...one, truckId }))))
}

/** The card is with the truck from that day on. Throws 409 as a row that is typed on the list of cards. */
async function addHolder(
  work: Work,
  userId: string,
  { provider, card, cardKind, day }: DecidedPurchase,
  truckId: number,
  confirmed: readonly string[],
): Promise<void> {
  const values: CardRow = {
    provider,
    kind: cardKind,
    number: card,
    truckId,
    driverId: null,
    startsOn: day,
    endsOn: null,
    note: null,
  }
  await checkCard(work, { userId, id: null, values, confirmed })
  await insertRow(work, userId, { ...cardList.listed, only: ['id'] }, values)
}
