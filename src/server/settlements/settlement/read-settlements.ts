/** Reads many settlements. Other features print or export them. */
import { sql } from 'kysely'
import type { Day, Period } from '#core/calendar.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readBatches } from '#server/streaming/snapshot.ts'
import { selectSettlements } from './lock.ts'

/** The settlements of a run, drafts included and void ones left out, by statement number. */
export function readRunSettlements(
  work: Work,
  userId: string,
  { from, to }: Period,
): Promise<Settlement[]> {
  return selectSettlements(work, userId)
    .where('settlementDate', '>=', from)
    .where('settlementDate', '<=', to)
    .where('status', '<>', 'void')
    .orderBy('number')
    .orderBy('id')
    .execute()
}

/** Reads settlements, sorted by statement number. */
export function readSettlementsByNumber(
  work: Database | Work,
  userId: string,
  ids: number[],
): Promise<Settlement[]> {
  return selectSettlements(work, userId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('number')
    .execute()
}

/** Reads the drafts of these trucks, newest first. */
export function readDraftsOfTrucks(
  work: Database | Work,
  userId: string,
  truckIds: number[],
): Promise<Settlement[]> {
  return selectSettlements(work, userId)
    .where('truckId', '=', sql<number>`any(${truckIds}::bigint[])`)
    .where('status', '=', 'pending')
    .orderBy('settlementDate', 'desc')
    .orderBy('id')
    .execute()
}

/** Counts settlements, void ones included. */
export async function countSettlements(work: Work, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from billing where user_id = ${userId}`.execute(work)
  return rows[0]?.count ?? 0
}

/** All settlements of the account, void ones included, oldest first. */
export async function* streamSettlements(work: Work, userId: string): AsyncGenerator<Settlement> {
  const query = sql<Settlement>`select * from billing where user_id = ${userId} order by id`
  for await (const settlements of readBatches(work, query)) yield* settlements
}

/** The latest settlement date of the account; undefined if it has no settlement. */
export async function findNewestDate(
  work: Database | Work,
  userId: string,
): Promise<Day | undefined> {
  const { rows } = await sql<{ settlementDate: Day }>`select settlement_date from billing
    where user_id = ${userId} order by settlement_date desc limit 1`.execute(work)
  return rows[0]?.settlementDate
}
