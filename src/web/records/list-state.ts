/** A list's page, search and order, kept in the address so that Back and a shared link restore them. */
import { useSearchParams } from 'react-router'

export const PAGE_SIZES = ['25', '50', '100']
const DEFAULT_SIZE = '25'

export type ListState = {
  search: string
  sort: string
  page: number
  size: string
}

export function useListState() {
  const [params, setParams] = useSearchParams()
  const state: ListState = {
    search: params.get('search') ?? '',
    sort: params.get('sort') ?? '',
    page: Math.max(1, Math.floor(Number(params.get('page')) || 1)),
    size: PAGE_SIZES.find((size) => size === params.get('size')) ?? DEFAULT_SIZE,
  }

  /** Typing replaces the history's entry: Back should leave the search, not take back one letter. */
  function change(changes: Partial<ListState>, replace = false) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        const values = { page: 1, ...changes }
        for (const [name, value] of Object.entries(values)) {
          if (value === '' || value === 1) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace },
    )
  }

  return { state, change }
}

/** The same as the API's query (SPEC B20). */
export function queryOf({ search, sort, page, size }: ListState): Record<string, string> {
  const offset = String((page - 1) * Number(size))
  return { limit: size, offset, ...(search ? { search } : {}), ...(sort ? { sort } : {}) }
}
