/** Why records can't be deleted. A single and a bulk deletion, undo of an import and the question before them ask here (SPEC C356). */
import {
  describeUse,
  inactiveAdvice,
  pickSeenUse,
  type RecordUse,
} from '#core/entities/record-use.ts'
import type { Permission } from '#core/team/roles.ts'
import { findLogins } from '#server/accounts/team/record-logins.ts'
import type { Database, Work } from '#server/database/open.ts'
import { countCardUse } from '#server/cards/record-use.ts'
import { countFleetUse } from '#server/fleet/record-use.ts'
import { countCostUse } from '#server/profit/record-use.ts'
import { countInvoicesOfBrokers, findInvoicedLoads } from '#server/invoices/record-use.ts'
import { countReceiptsOfBrokers } from '#server/receipts/record-use.ts'
import { countContactsOfBrokers } from '#server/receivables/record-use.ts'
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
  if (entity !== 'brokers') {
    const settled = await countRecordUse(work, userId, entity, ids)
    const fleet = await countFleetUse(work, userId, entity, ids)
    const cards = await countCardUse(work, userId, entity, ids)
    const costs = await countCostUse(work, userId, entity, ids)
    const uses = [settled, fleet, cards, costs]
    const used = ids.filter((id) => uses.some((use) => use.has(id)))
    return new Map(used.map((id) => [id, Object.assign({}, ...uses.map((use) => use.get(id)))]))
  }
  const invoices = await countInvoicesOfBrokers(work, userId, ids)
  const receipts = await countReceiptsOfBrokers(work, userId, ids)
  const contacts = await countContactsOfBrokers(work, userId, ids)
  return new Map(
    ids.map((id) => [
      id,
      {
        invoices: invoices.get(id) ?? 0,
        receipts: receipts.get(id) ?? 0,
        contacts: contacts.get(id) ?? 0,
      },
    ]),
  )
}
