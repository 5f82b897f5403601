/** Selecting a range of rows with Shift and the arrow keys. */
import { rowsBetween, setSelected, type SelectedIds } from '#web/records/selection/selected-ids.ts'

export type Picks = {
  ids: SelectedIds
  /** Where a range begins: the row that was last chosen without Shift. */
  anchor: number | undefined
}

type Step = { from: number; to: number }

/** The range from the anchor to `from` becomes the range from the anchor to `to`. `order`: the rows as shown. */
export function extendRange({ ids, anchor }: Picks, order: number[], { from, to }: Step): Picks {
  const start = anchor !== undefined && order.includes(anchor) ? anchor : from
  const without = setSelected(ids, rowsBetween(order, start, from), false)
  return { ids: setSelected(without, rowsBetween(order, start, to), true), anchor: start }
}

/** All rows; none if all are already selected. */
export function pickAll(ids: SelectedIds, order: number[]): Picks {
  const isAll = order.length > 0 && order.every((id) => ids.has(id))
  return { ids: new Set(isAll ? [] : order), anchor: undefined }
}
