/** Typed costs (SPEC C586). */
import { costMessages, type Cost } from '#core/profit/costs.ts'
import { profitTables } from '#core/profit/tables.ts'
import type { Work } from '#server/database/open.ts'
import { rowList, type RowToSave } from '#server/entities/listed-rows.ts'
import { badField } from '#server/errors.ts'

export const costList = rowList('costs', profitTables.costs, { newest: 'startsOn' })

/** Throws 400 if the period ends before it starts. */
export async function checkCost(_: Work, { values }: RowToSave<Cost>): Promise<void> {
  const { startsOn, endsOn } = values
  if (endsOn !== null && endsOn < startsOn) throw badField('endsOn', costMessages.endsEarly)
}
