import { useCallback, useRef, useState } from 'react'
import { NONE_SELECTED, rowsBetween, setSelected } from './selected-ids.ts'

export type Selection = ReturnType<typeof useSelection>

/**
 * The selected records of all pages. It is cleared when the list matches other records. `shown`: the IDs of the
 * page in its order; `match`: the search and filters as text.
 */
export function useSelection(shown: number[], match: string) {
  const [ids, setIds] = useState(NONE_SELECTED)
  const [lastMatch, setLastMatch] = useState(match)
  const lastClicked = useRef<number>(undefined)

  if (lastMatch !== match) {
    setLastMatch(match)
    setIds(NONE_SELECTED)
  }

  const put = useCallback((some: number[], selected: boolean) => {
    setIds((before) => setSelected(before, some, selected))
  }, [])

  /** With `range`, all rows from the last click to this one. */
  const toggle = useCallback(
    (id: number, selected: boolean, range: boolean) => {
      put(range ? rowsBetween(shown, lastClicked.current ?? id, id) : [id], selected)
      lastClicked.current = id
    },
    [put, shown],
  )

  return {
    ids,
    put,
    toggle,
    togglePage: (selected: boolean) => put(shown, selected),
    /** The number of selected rows on the page. */
    shown: shown.filter((id) => ids.has(id)).length,
    set: (some: number[]) => setIds(new Set(some)),
    clear: () => setIds(NONE_SELECTED),
  }
}
