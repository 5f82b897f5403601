/** Takes an imported file out again, with its purchases (SPEC C566). */
import { sql } from 'kysely'
import { importMessages } from '#core/cards/imports.ts'
import type { BoughtKind } from '#core/cards/purchases.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { askToConfirm, notFound, RequestError } from '#server/errors.ts'
import { removePumpReadings } from '#server/fleet/card-readings.ts'
import { releaseFromDrafts } from '#server/settlements/cards/draft-cards.ts'
import { listReadings, lockImports } from './save.ts'

type Bought = {
  id: number
  truckId: number | null
  day: string
  odometer: number | null
  kind: BoughtKind
}

/**
 * Its purchases leave drafts. Throws 404, 409 with the statements that have purchases of the file or how many have its figures, and 409 `overlap` with later files that have some
 * too.
 * Figures of the file that wait elsewhere are forgotten.
 */
export function undoImport(
  database: Database,
  userId: string,
  id: number,
  confirmed?: string,
): Promise<void> {
  return inTransaction(database, async (work) => {
    await lockImports(work, userId)
    const file = await sql`select from card_imports where user_id = ${userId} and id = ${id}
      for update`.execute(work)
    if (!file.rows.length) throw notFound()
    const { rows } = await sql<{ id: number }>`select id from card_purchases
      where user_id = ${userId} and import_id = ${id}`.execute(work)
    const ids = rows.map((row) => row.id)
    const statements = await listStatementsOf(work, userId, ids)
    if (statements.length) throw new RequestError(409, importMessages.onLine(statements.join(', ')))
    const taken = await countTaken(work, userId, id)
    if (taken) throw new RequestError(409, importMessages.figuresTaken(taken))
    const overlapping = await listOverlapping(work, userId, id)
    if (overlapping.length && confirmed !== 'overlap')
      throw askToConfirm('overlap', importMessages.overlap(overlapping.join(', ')))
    // Before the purchases are locked: a settlement locks its truck first, then the purchases of its lines.
    await releaseFromDrafts(work, userId, ids)
    const { rows: bought } =
      await sql<Bought>`select id, truck_id, day, odometer, kind from card_purchases
      where user_id = ${userId} and import_id = ${id} order by id for update`.execute(work)
    await forgetConflicts(work, userId, id)
    await removePumpReadings(work, userId, listReadings(bought))
    await sql`delete from card_purchases where user_id = ${userId} and import_id = ${id}`.execute(
      work,
    )
    await sql`delete from card_imports where user_id = ${userId} and id = ${id}`.execute(work)
  })
}

/** The statements with lines of these purchases, also void ones: "statement 1042". Drafts let them go. */
async function listStatementsOf(
  work: Work,
  userId: string,
  purchases: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{
    number: number
  }>`select distinct billing.number from expenses as line
      join billing on billing.user_id = ${userId} and billing.id = line.billing_id
    where line.user_id = ${userId} and line.card_purchase_id = any(${[...purchases]}::bigint[])
      and billing.number is not null order by billing.number`.execute(work)
  return rows.map(({ number }) => `statement ${number}`)
}

/** The purchases of other files whose figures are those of this one since a person took them. */
async function countTaken(work: Work, userId: string, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from card_purchases
    where user_id = ${userId} and import_id <> ${id} and refused @> ${JSON.stringify([{ takenFrom: id }])}::jsonb
      and (select entry ->> 'takenFrom' from jsonb_array_elements(refused) with ordinality as of (entry, place)
        where entry ->> 'takenFrom' is not null order by place desc limit 1) = ${String(id)}`.execute(
    work,
  )
  return rows[0]?.count ?? 0
}

/** The names of later files with purchases of this one. */
async function listOverlapping(work: Work, userId: string, id: number): Promise<string[]> {
  const { rows } = await sql<{ fileName: string }>`select file_name from card_imports
    where user_id = ${userId} and ${id}::bigint = any(earlier_files) order by id`.execute(work)
  return rows.map(({ fileName }) => fileName)
}

async function forgetConflicts(work: Work, userId: string, importId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from card_purchases
    where user_id = ${userId} and conflict is not null and (conflict ->> 'importId')::bigint = ${importId}
    order by id for update`.execute(work)
  const ids = rows.map((row) => row.id)
  if (ids.length)
    await sql`update card_purchases set conflict = null, ${NEXT_VERSION_SQL}
      where user_id = ${userId} and id = any(${ids})`.execute(work)
}
