import { Pager } from './pager.tsx'
import { TotalsLine } from '#web/records/totals/totals-line.tsx'
import type { List } from './use-list.ts'

/** The totals of all matches, and the pager. */
export function ListFoot({ list }: { list: List }) {
  const { state, rows, total, change } = list
  if (!rows?.length) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
      <TotalsLine list={list} />
      <Pager state={state} shown={rows.length} total={total} onChange={change} />
    </div>
  )
}
