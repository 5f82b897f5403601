/** Names settlements for other features: "Statement #7". */
import { sql } from 'kysely'
import { nameSettlement, type NamedSettlement } from '#core/settlements/history.ts'
import type { Database, Work } from '#server/database/open.ts'

type Row = NamedSettlement & { id: number }

/** Locks the settlement, so that it can't be deleted until the transaction ends. False if it does not exist. */
export async function holdSettlement(work: Work, userId: string, id: number): Promise<boolean> {
  const { rows } = await sql`select from billing where user_id = ${userId} and id = ${id}
    for key share`.execute(work)
  return rows.length > 0
}

/** The names by id, without those that do not exist. */
export async function describeSettlements(
  database: Database | Work,
  userId: string,
  ids: number[],
): Promise<Map<number, string>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<Row>`
    select billing.id, billing.number, billing.settlement_date, trucks.truck_id as truck
    from billing join trucks on trucks.user_id = ${userId} and trucks.id = billing.truck_id
    where billing.user_id = ${userId} and billing.id = any(${ids})`.execute(database)
  return new Map(rows.map((row) => [row.id, nameSettlement(row)]))
}
