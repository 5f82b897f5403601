/** The lines of a draft. They follow the charges of its loads until approval (SPEC C165). */
import { sql } from 'kysely'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

/** `lineId`: the id of a typed line, null for a charge. `point`: where the service was rendered. */
export type DraftLine = {
  lineId: number | null
  loadId: number | null
  loadNumber: string | null
  chargeId: number | null
  kind: string
  description: string | null
  quantity: Amount | null
  rate: Amount | null
  amount: Amount
  reason: string | null
  approval: string | null
  point: string | null
}

export async function readDraftLines(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<DraftLine[]> {
  const { rows } =
    await sql<DraftLine>`select * from list_draft_lines(${userId}::uuid, ${id}::bigint)`.execute(
      work,
    )
  return rows
}
