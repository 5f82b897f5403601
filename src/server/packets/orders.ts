/** The order of the papers in packets, for the company and for a broker (SPEC C178). */
import {
  pickOrder,
  type ChangedOrder,
  type OrderedKind,
  type PaperOrder,
} from '#core/packets/paper-order.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { requireBroker } from '#server/entities/require-broker.ts'
import { versionConflict } from '#server/errors.ts'

/** The id of a broker, or null for the company. */
type Scope = number | null

/** Throws 404 if the broker does not exist. */
export async function readOrder(
  work: Database | Work,
  userId: string,
  brokerId: Scope,
): Promise<PaperOrder> {
  if (brokerId !== null) await requireBroker(work, userId, brokerId)
  const own = await selectOrder(work, userId, brokerId).executeTakeFirst()
  const company = brokerId === null ? undefined : await readKinds(work, userId, null)
  return {
    kinds: pickOrder(own?.kinds, company),
    isOwn: Boolean(own?.kinds.length),
    version: own?.version ?? 0,
  }
}

/** The broker's order, else the company's, else the default one. */
export async function readOrderInForce(
  work: Database | Work,
  userId: string,
  brokerId: number,
): Promise<OrderedKind[]> {
  const own = await readKinds(work, userId, brokerId)
  return pickOrder(own, await readKinds(work, userId, null))
}

/** `version`: the version that the user saw. Throws 412 if it is not the current one, and 404 if the broker does not exist. */
export function saveOrder(
  database: Database,
  userId: string,
  brokerId: Scope,
  { kinds }: ChangedOrder,
  version: number | undefined,
): Promise<PaperOrder> {
  return inTransaction(database, async (work) => {
    const saved = await selectOrder(work, userId, brokerId).forNoKeyUpdate().executeTakeFirst()
    const current = await readOrder(work, userId, brokerId)
    if (version !== undefined && version !== current.version) throw versionConflict(current)
    const values = { kinds: JSON.stringify(kinds ?? []) }
    if (saved) {
      await work
        .updateTable('packetOrders')
        .set({ ...values, ...NEXT_VERSION })
        .where('userId', '=', userId)
        .where('brokerId', 'is not distinct from', brokerId)
        .execute()
      return readOrder(work, userId, brokerId)
    }
    const inserted = await work
      .insertInto('packetOrders')
      .values({ userId, brokerId, ...values })
      .onConflict((row) => row.columns(['userId', 'brokerId']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const now = await readOrder(work, userId, brokerId)
    if (!inserted) throw versionConflict(now)
    return now
  })
}

async function readKinds(work: Database | Work, userId: string, brokerId: Scope) {
  return (await selectOrder(work, userId, brokerId).executeTakeFirst())?.kinds
}

function selectOrder(work: Database | Work, userId: string, brokerId: Scope) {
  return work
    .selectFrom('packetOrders')
    .select(['kinds', 'version'])
    .where('userId', '=', userId)
    .where('brokerId', 'is not distinct from', brokerId)
}
