import { profitTables } from '#core/profit/tables.ts'
import { RowsPage } from '#web/records/list/rows-page.tsx'

/** The list of typed costs (SPEC C586). */
export function CostsPage() {
  return <RowsPage list={profitTables.costs.list} />
}
