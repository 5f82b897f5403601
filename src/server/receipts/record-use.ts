/** Which brokers have receipts, so that they can't be deleted (SPEC C356). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'

/** Counts the payments received from each broker, reversed ones too. Brokers without any are left out. */
export async function countReceiptsOfBrokers(
  work: Database | Work,
  userId: string,
  ids: number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ brokerId: number; count: number }>`
    select broker_id, count(*) as count from receipts
    where user_id = ${userId} and broker_id = any(${ids}) group by broker_id`.execute(work)
  return new Map(rows.map(({ brokerId, count }) => [brokerId, count]))
}
