/** Looks again for the trucks of purchases: cards and trucks may have been added or moved since (SPEC C565). */
import { sql } from 'kysely'
import { addDays } from '#core/calendar.ts'
import type { CardRow } from '#core/cards/cards.ts'
import type { ApprovedWeeks } from '#core/cards/imports.ts'
import type { FoundTruck } from '#core/cards/find-truck.ts'
import type { BoughtKind, CardPurchase } from '#core/cards/purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { addPumpReadings, removePumpReadings } from '#server/fleet/card-readings.ts'
import { releaseFromDrafts } from '#server/settlements/cards/draft-cards.ts'
import { accountDay } from '#server/today.ts'
import { answerApprovedWeeks } from './approved-weeks.ts'
import { readHolders } from './read-holders.ts'
import { listReadings } from './save.ts'

/** A card move is entered late by weeks, not by years. */
const DAYS_BACK = 366

type Looked = {
  id: number
  provider: CardRow['provider']
  card: string
  cardKind: CardPurchase['cardKind']
  day: string
  unit: string | null
  odometer: number | null
  kind: BoughtKind
  truckId: number | null
  postedOn: string | null
  ignored: string | null
}

const COLUMNS = sql`id, provider, card, card_kind, day, unit, odometer, kind, truck_id, posted_on, ignored`

type Match = Looked & FoundTruck & { before: number | null }

/**
 * Gives waiting purchases the trucks that are known now. `moved`: how many have another truck than the cards say now; with `moves` they get it,
 * and leave their drafts. What a person chose and what is on a statement stays. Throws 400 without an answer about approved weeks (SPEC C571).
 */
export function matchPurchases(
  database: Database,
  userId: string,
  { moves, approvedWeeks }: { moves: boolean; approvedWeeks?: ApprovedWeeks | undefined },
): Promise<{ found: number; moved: number }> {
  return inTransaction(database, async (work) => {
    const { find } = await readHolders(work, userId)
    const match = (rows: readonly Looked[]) =>
      rows.flatMap((row): Match[] => {
        const found = find(row)
        const isOther = found.truckId !== null && found.truckId !== row.truckId
        return isOther ? [{ ...row, ...found, before: row.truckId }] : []
      })
    const moved = match(await readMovable(work, userId))
    if (moves && moved.length) {
      // Before the purchases are locked: a settlement locks its truck first, then the purchases of its lines.
      const ids = moved.map(({ id }) => id)
      await releaseFromDrafts(work, userId, ids)
      await removePumpReadings(
        work,
        userId,
        listReadings(moved.map((one) => ({ ...one, truckId: one.before }))),
      )
      await giveTrucks(work, userId, moved)
    }
    const { rows } = await sql<Looked>`select ${COLUMNS} from card_purchases
      where user_id = ${userId} and truck_id is null order by id for no key update`.execute(work)
    const found = match(rows)
    await giveTrucks(work, userId, found)
    await answerApprovedWeeks(work, userId, found, approvedWeeks)
    return { found: found.length, moved: moved.length }
  })
}

/** Those whose truck the program found and that are on no statement. */
async function readMovable(work: Work, userId: string): Promise<Looked[]> {
  const { rows } = await sql<Looked>`select ${COLUMNS} from card_purchases as bought
    where user_id = ${userId} and found_by in ('card', 'unit', 'plate') and day >= ${addDays(accountDay(), -DAYS_BACK)}
      and not exists (select from expenses as line
        join billing on billing.user_id = ${userId} and billing.id = line.billing_id
        where line.user_id = ${userId} and line.card_purchase_id = bought.id and not line.voided
          and billing.status <> 'pending')
    order by id`.execute(work)
  return rows
}

async function giveTrucks(work: Work, userId: string, matches: readonly Match[]): Promise<void> {
  const groups = Map.groupBy(
    matches,
    ({ truckId, driverId, foundBy }) => `${truckId} ${driverId} ${foundBy}`,
  )
  for (const own of groups.values()) {
    const { truckId = null, driverId = null, foundBy = null } = own[0] ?? {}
    await sql`update card_purchases set truck_id = ${truckId}, driver_id = ${driverId}, found_by = ${foundBy},
        ${NEXT_VERSION_SQL}
      where user_id = ${userId} and id = any(${own.map(({ id }) => id)})`.execute(work)
  }
  await addPumpReadings(work, userId, listReadings(matches))
}
