/** The lines under a settlement's categories, as they are stored (SPEC C1). The database adds them up in their boxes. */
import type { Line, LineValues } from '#core/settlements/lines.ts'
import { EXPENSE_CATEGORIES, type Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION } from '#server/database/values.ts'

/** In the order of the form, then as they were written. */
export async function readLineRows(
  work: Database | Work,
  userId: string,
  billingId: number,
): Promise<Line[]> {
  const lines = await work
    .selectFrom('expenses')
    .selectAll()
    .where('userId', '=', userId)
    .where('billingId', '=', billingId)
    .orderBy('date')
    .orderBy('id')
    .execute()
  return EXPENSE_CATEGORIES.flatMap((name) => lines.filter(({ category }) => category === name))
}

export const BLANK_LINE = {
  description: null,
  reference: null,
  quantity: null,
  rate: null,
  loadId: null,
}

type NewLineRow = Omit<LineValues, 'date'> &
  Pick<Line, 'kind'> &
  Partial<Pick<Line, 'date' | 'formula' | 'ruleId' | 'ruleKey'>> &
  Partial<Pick<Line, 'carriedFrom' | 'corrects' | 'takenOver'>>

/** Of the settlement’s date where the line names none. Throws what the database refuses. */
export function insertLine(
  work: Work,
  userId: string,
  { id, truckId, settlementDate }: Settlement,
  line: NewLineRow,
): Promise<Line> {
  return work
    .insertInto('expenses')
    .values({
      formula: null,
      ruleId: null,
      ruleKey: null,
      carriedFrom: null,
      corrects: null,
      date: settlementDate,
      ...line,
      userId,
      billingId: id,
      truckId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteLine(work: Work, userId: string, id: number): Promise<void> {
  await work.deleteFrom('expenses').where('userId', '=', userId).where('id', '=', id).execute()
}

export type LineChanges = Partial<
  LineValues & Pick<Line, 'byHand' | 'formula' | 'ruleId' | 'ruleKey'>
>

/** Throws the database's refusal where the line's rule has no room for the amount. */
export function updateLine(
  work: Work,
  userId: string,
  id: number,
  values: LineChanges,
): Promise<Line> {
  return work
    .updateTable('expenses')
    .set({ ...values, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
