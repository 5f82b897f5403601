import { useCallback, useRef, useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

const NONE: ReadonlySet<number> = new Set()

/**
 * Which records are selected, over all pages, until the list matches something else. `shown`: the ids
 * of the page in its order; `match`: what a record has to match, as text.
 */
export function useSelection(shown: number[], match: string) {
  const [ids, setIds] = useState(NONE)
  const [matched, setMatched] = useState(match)
  const last = useRef<number>(undefined)

  if (matched !== match) {
    setMatched(match)
    setIds(NONE)
  }

  const put = useCallback((some: number[], selected: boolean) => {
    setIds((before) => {
      const rest = new Set(before)
      for (const id of some) if (!selected) rest.delete(id)
      return selected ? new Set([...before, ...some]) : rest
    })
  }, [])

  /** With `range`, all rows from the one that was clicked last to this one. */
  const toggle = useCallback(
    (id: number, selected: boolean, range: boolean) => {
      put(range ? between(shown, last.current ?? id, id) : [id], selected)
      last.current = id
    },
    [put, shown],
  )

  return {
    ids,
    put,
    toggle,
    togglePage: (selected: boolean) => put(shown, selected),
    shown: shown.filter((id) => ids.has(id)).length,
    set: (some: number[]) => setIds(new Set(some)),
    clear: () => setIds(NONE),
  }
}

/** The part of the page from one row to another; only the second where the first is not on the page. */
function between(shown: number[], from: number, to: number): number[] {
  const [first, second] = [shown.indexOf(from), shown.indexOf(to)]
  if (first < 0) return [to]
  return shown.slice(Math.min(first, second), Math.max(first, second) + 1)
}
