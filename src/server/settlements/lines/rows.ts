/** Reads and writes the stored lines of a settlement (SPEC C1). A trigger keeps the category amounts in step. */
import type { CardState } from '#core/settlements/cards/card-line.ts'
import type { ExtraPayState } from '#core/settlements/extra-pay.ts'
import type { Computation, Limit, Progress } from '#core/settlements/formula.ts'
import type { Line, LineValues } from '#core/settlements/lines.ts'
import { EXPENSE_CATEGORIES, type Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { NEXT_VERSION } from '#server/database/values.ts'

/** Sorted by category, date and id. Call `withFormula` to build the formulas of these lines. */
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
  Partial<Computation & Limit & Pick<Line, 'date' | 'ruleId' | 'ruleKey'>> &
  Partial<Pick<Line, 'carriedFrom' | 'corrects' | 'restates' | 'adjustsPay' | 'formula'>> &
  Partial<Pick<Line, 'takenOver' | 'transferReason'>> &
  Partial<Pick<Line, 'ruleScope' | 'rulePeriod' | 'byHand' | 'offsetWith'> & ExtraPayState> &
  Partial<CardState>

/** The default date is the settlement's. Throws the database's errors. */
export function insertLine(
  work: Work,
  userId: string,
  { id, truckId, settlementDate }: Settlement,
  line: NewLineRow,
): Promise<Line> {
  return work
    .insertInto('expenses')
    .values({ date: settlementDate, ...line, userId, billingId: id, truckId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** `insertLine` for several lines of a settlement, in their order. */
export async function insertLines(
  work: Work,
  userId: string,
  { id, truckId, settlementDate }: Settlement,
  lines: readonly NewLineRow[],
): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line) => ({
    date: settlementDate,
    ...line,
    userId,
    billingId: id,
    truckId,
  }))
  await work.insertInto('expenses').values(rows).execute()
}

export async function deleteLine(work: Work, userId: string, id: number): Promise<void> {
  await work.deleteFrom('expenses').where('userId', '=', userId).where('id', '=', id).execute()
}

export type LineChanges = Partial<
  LineValues &
    Computation &
    Progress &
    Limit &
    ExtraPayState &
    Pick<
      Line,
      'formula' | 'byHand' | 'skipped' | 'ruleId' | 'ruleKey' | 'ruleScope' | 'rulePeriod'
    > &
    Pick<CardState, 'cardPassedOn'>
>

/** Throws the database's error if the amount would exceed the total of the line's rule. */
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
