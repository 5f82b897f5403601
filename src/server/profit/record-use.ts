/** Which trucks and drivers have costs, so that they can't be deleted (SPEC C356, C586). */
import { sql } from 'kysely'
import type { RecordUse } from '#core/entities/record-use.ts'
import type { Database, Work } from '#server/database/open.ts'

type CostUse = Required<Pick<RecordUse, 'costs'>>

/** Counts the costs of each record, by id. Records without any are left out. */
export async function countCostUse(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<Map<number, CostUse>> {
  if (!ids.length || (entity !== 'trucks' && entity !== 'drivers')) return new Map()
  const link = sql.ref(entity === 'trucks' ? 'truckId' : 'driverId')
  const { rows } = await sql<
    CostUse & { id: number }
  >`select ${link} as id, count(*) as costs from costs
    where user_id = ${userId} and ${link} = any(${ids}) group by ${link}`.execute(work)
  return new Map(rows.map(({ id, costs }) => [id, { costs }]))
}
