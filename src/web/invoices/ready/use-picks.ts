import { useCallback, useMemo, useState } from 'react'
import { NONE_SELECTED, rowsBetween, setSelected } from '#web/records/selection/selected-ids.ts'
import { extendRange, pickAll, type Picks } from './pick-range.ts'

export type UsedPicks = ReturnType<typeof usePicks>

const NO_PICKS: Picks = { ids: NONE_SELECTED, anchor: undefined }

/** The selected loads, by mouse or keyboard. A load that left the list is no longer selected. `order`: the loads as shown. */
export function usePicks(order: number[]) {
  const [picks, setPicks] = useState(NO_PICKS)
  const { ids } = picks
  const picked = useMemo(() => order.filter((id) => ids.has(id)), [order, ids])

  const toggle = useCallback(
    (id: number, selected: boolean, range: boolean) =>
      setPicks((before) => {
        const rows = range ? rowsBetween(order, before.anchor ?? id, id) : [id]
        return { ids: setSelected(before.ids, rows, selected), anchor: id }
      }),
    [order],
  )
  const put = useCallback(
    (some: number[], selected: boolean) =>
      setPicks((before) => ({ ...before, ids: setSelected(before.ids, some, selected) })),
    [],
  )
  const extend = useCallback(
    (from: number, to: number) => setPicks((before) => extendRange(before, order, { from, to })),
    [order],
  )
  const all = useCallback(() => setPicks((before) => pickAll(before.ids, order)), [order])
  return { ids, picked, toggle, put, extend, all }
}
