/** Drafts whose factoring fees are out of date (SPEC C236). */
import { areFeesStale, type FeeLine } from '#core/settlements/deductions/factoring-rules.ts'
import type { Database } from '#server/database/open.ts'
import { readFactoredLoads } from '#server/factoring/factored-loads.ts'
import type { RunFigures } from './read-trucks.ts'

/** Returns the ids of the drafts. Reads no factoring if no draft has a fee line. */
export async function findStaleFees(
  database: Database,
  userId: string,
  found: RunFigures[],
): Promise<Set<number>> {
  const drafts = new Map(
    found.flatMap((row) =>
      row.billing?.status === 'pending' ? [[row.billing.id, row] as const] : [],
    ),
  )
  const lines = await readFeeLines(database, userId, [...drafts.keys()])
  const charged = [...drafts].filter(([id]) => lines.has(id))
  const loads = await readFactoredLoads(
    database,
    userId,
    charged.map(([, place]) => place),
  )
  const stale = charged.filter(([id], index) =>
    areFeesStale(lines.get(id) ?? [], loads[index] ?? []),
  )
  return new Set(stale.map(([id]) => id))
}

async function readFeeLines(
  database: Database,
  userId: string,
  ids: number[],
): Promise<Map<number, FeeLine[]>> {
  if (ids.length === 0) return new Map()
  const lines = await database
    .selectFrom('expenses')
    .select(['billingId', 'ruleId', 'loadId', 'basis', 'basisFigure', 'byHand'])
    .where('userId', '=', userId)
    .where('billingId', 'in', ids)
    .where('basis', 'in', ['factored-percent', 'factoring-fee'])
    .execute()
  return Map.groupBy(lines, ({ billingId }) => billingId)
}
