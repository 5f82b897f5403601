/** A list's page, search and order, kept in the address so that Back and a shared link restore them. */
import { useSearchParams } from 'react-router'
import { columnsOf, type Entity } from '#core/entity.ts'

export const PAGE_SIZES = ['25', '50', '100']

export type ListState = {
  search: string
  /** A column's first field, with "-" before it for downwards; "" for the newest first. */
  sort: string
  page: number
  size: string
}

/** What an address that says nothing stands for. */
const START: ListState = { search: '', sort: '', page: 1, size: '25' }

/** What an address may not say ("page=-3", a column that is not there) is read as not said. */
export function useListState(entity: Entity) {
  const [params, setParams] = useSearchParams()
  const sort = params.get('sort') ?? ''
  const page = params.get('page') ?? ''
  const state: ListState = {
    search: params.get('search') ?? '',
    sort: columnsOf(entity).some(({ fields: [name] }) => sort === name || sort === `-${name}`)
      ? sort
      : '',
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    size: PAGE_SIZES.find((size) => size === params.get('size')) ?? START.size,
  }

  /** Typing replaces the history's entry: Back should leave the search, not take back one letter. */
  function change(changes: Partial<ListState>, replace = false) {
    setParams((before) => changed(before, changes), { replace })
  }

  return {
    state,
    change,
    addressOf: (changes: Partial<ListState>) => `?${changed(params, changes)}`,
  }
}

/** The address after a change; whatever else changes, the list starts again at its first page. */
function changed(before: URLSearchParams, changes: Partial<ListState>): URLSearchParams {
  const next = new URLSearchParams(before)
  const values: Partial<ListState> = { page: 1, ...changes }
  for (const [name, value] of Object.entries(values)) {
    if (value === START[name as keyof ListState]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The same as the API's query (SPEC B20). */
export function queryOf({ search, sort, page, size }: ListState): Record<string, string> {
  const offset = String((page - 1) * Number(size))
  return { limit: size, offset, ...(search ? { search } : {}), ...(sort ? { sort } : {}) }
}

/** The number of the last page of `total` records; an empty list has one page too. */
export function lastPage(total: number, size: string): number {
  return Math.max(1, Math.ceil(total / Number(size)))
}
