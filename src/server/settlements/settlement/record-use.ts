/** How often settlements use a truck, an owner or a driver: such a record can't be deleted (SPEC B24, C10). */
import { sql } from 'kysely'
import type { RecordUse } from '#core/messages.ts'
import type { Database, Work } from '#server/database/open.ts'

/** By id. `balances`: advances, loans and escrow. Records without use are left out. */
export async function countRecordUse(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<Map<number, RecordUse>> {
  const count = COUNTS[entity]
  if (!count || !ids.length) return new Map()
  const { rows } = await count(userId, ids).execute(work)
  return new Map(
    rows.flatMap(({ id, billing, balances }) =>
      billing + balances > 0 ? [[id, { billing, balances }]] : [],
    ),
  )
}

type Use = { id: number; billing: number; balances: number }

/** Void settlements count too. */
const COUNTS: Record<
  string,
  ((userId: string, ids: number[]) => ReturnType<typeof sql<Use>>) | undefined
> = {
  trucks: (userId, ids) => sql<Use>`
    select truck_id as id, count(*) as billing, 0::bigint as balances from billing
    where user_id = ${userId} and truck_id = any(${ids}::bigint[]) group by truck_id`,
  owners: (userId, ids) => countPayeeUse(userId, ids, 'owner'),
  drivers: (userId, ids) => countPayeeUse(userId, ids, 'driver'),
}

function countPayeeUse(userId: string, ids: number[], kind: 'owner' | 'driver') {
  const keys = ids.map((id) => `${kind}:${id}`)
  return sql<Use>`
    select split_part(used.key, ':', 2)::bigint as id,
      (select count(*) from billing where user_id = ${userId} and payee = used.key) as billing,
      (select count(*) from deduction_rules
        where user_id = ${userId} and payee_key(owner_id, driver_id, truck_id) = used.key) as balances
    from unnest(${keys}::text[]) as used (key)`
}
