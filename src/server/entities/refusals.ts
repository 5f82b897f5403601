/** Why records can't be deleted. A single and a bulk deletion, undo of an import and the question before them ask here (SPEC C356). */
import { sql } from 'kysely'
import {
  describeUse,
  inactiveAdvice,
  pickSeenUse,
  type RecordUse,
} from '#core/entities/record-use.ts'
import { listLinksTo } from '#core/tables.ts'
import type { Permission } from '#core/team/roles.ts'
import { findLogins } from '#server/accounts/team/record-logins.ts'
import type { Database, Work } from '#server/database/open.ts'
import { findInvoicedLoads } from '#server/invoices/invoiced-loads.ts'
import { countRecordUse } from '#server/settlements/settlement/record-use.ts'

type Asked = {
  userId: string
  permissions: ReadonlySet<Permission>
  entity: { name: string; singular: string }
  /** What can't be done, if not a deletion. */
  done?: string
}

/** `advice`: what to do instead, if it is not part of the reason. `use`: the numbers that the member sees. */
export type Refusal = { reason: string; advice?: string; use?: RecordUse }

/** The refusals, by the record's id. Records that can be deleted are left out. */
export async function findRefusals(
  work: Database | Work,
  { userId, permissions, entity, done }: Asked,
  ids: number[],
): Promise<Map<number, Refusal>> {
  const refusals = new Map<number, Refusal>()
  if (!ids.length) return refusals
  const { name } = entity
  for (const [id, reason] of await findLogins(work, userId, name, ids)) refusals.set(id, { reason })
  if (name === 'loads')
    for (const [id, reason] of await findInvoicedLoads(work, userId, ids))
      refusals.set(id, { reason })
  for (const [id, use] of await countUse(work, userId, name, ids)) {
    const reason = describeUse(entity, use, permissions, done)
    if (!reason) continue
    refusals.set(id, {
      reason,
      advice: inactiveAdvice(entity),
      use: pickSeenUse(use, permissions),
    })
  }
  return refusals
}

/** "This truck has 2 settlements and can't be deleted. Set its status to Inactive instead." */
export function refusalText({ reason, advice }: Refusal): string {
  return advice === undefined ? reason : `${reason} ${advice}`
}

async function countUse(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<Map<number, RecordUse>> {
  const uses = new Map<number, RecordUse>(await countRecordUse(work, userId, entity, ids))
  for (const { id, name, count } of await countLinked(work, userId, entity, ids))
    uses.set(id, { ...uses.get(id), [name]: (uses.get(id)?.[name] ?? 0) + count })
  return uses
}

/** The rows of declared tables that keep each record, by table (`keepsLinked`). */
async function countLinked(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<{ id: number; name: string; count: number }[]> {
  const links = listLinksTo(entity, ({ keepsLinked }) => keepsLinked)
  if (!links.length) return []
  const counts = links.map(
    ({
      name,
      field,
    }) => sql`select ${sql.ref(field)} as id, ${sql.lit(name)}::text as name, count(*) as count
      from ${sql.table(name)} where user_id = ${userId} and ${sql.ref(field)} = any(${ids}) group by ${sql.ref(field)}`,
  )
  const query = sql<{
    id: number
    name: string
    count: number
  }>`${sql.join(counts, sql` union all `)}`
  return (await query.execute(work)).rows
}
