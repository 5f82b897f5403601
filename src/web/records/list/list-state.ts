/** A list's page, search, order, filters and columns, kept in the address so that Back and a shared link restore them. */
import { useSearchParams } from 'react-router'
import { LONGEST_SEARCH } from '#core/api.ts'
import type { Day } from '#core/calendar.ts'
import { allColumns, type Listing } from '#core/entities/entity.ts'
import {
  listFilters,
  parameterNames,
  readFilters,
  resolveDays,
  type Filters,
} from '#core/lists/filters.ts'

export const PAGE_SIZES = ['25', '50', '100']

export type ListState = {
  search: string
  /** A column's first field, with "-" before it for downwards; "" for the newest first. */
  sort: string
  page: number
  size: string
  /** The columns' first fields, divided by commas; "" for those that were chosen last. */
  columns: string
  filters: Filters
}

/** What an address that says nothing stands for. */
const START = { search: '', sort: '', page: 1, size: '25', columns: '' }

/** What an address may not say ("page=-3", a column that is not there) is read as not said. */
export function useListState(listing: Listing) {
  const [params, setParams] = useSearchParams()

  /** Typing replaces the history's entry: Back should leave the search, not take back one letter. */
  function change(changes: Partial<ListState>, replace = false) {
    setParams((before) => changed(listing, before, changes), { replace })
  }

  return {
    state: readListState(listing, params),
    change,
    addressOf: (changes: Partial<ListState>) => `?${changed(listing, params, changes)}`,
  }
}

export function readListState(listing: Listing, params: URLSearchParams): ListState {
  const names = allColumns(listing).map(({ fields: [name] }) => name)
  const sort = params.get('sort') ?? ''
  const page = params.get('page') ?? ''
  const columns = (params.get('columns') ?? '').split(',')
  return {
    search: readable(params.get('search') ?? ''),
    sort: names.includes(sort.replace(/^-/, '')) ? sort : START.sort,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : START.page,
    size: PAGE_SIZES.find((size) => size === params.get('size')) ?? START.size,
    columns: names.filter((name) => columns.includes(name)).join(','),
    filters: readFilters(listing.fields, (name) => params.get(name)),
  }
}

/** The same as the API's query (SPEC B20), for the browser's own day. */
export function toQuery(state: ListState, today: Day): Record<string, string> {
  const { sort, page, size } = state
  const offset = String((page - 1) * Number(size))
  return { limit: size, offset, ...(sort ? { sort } : {}), ...toMatch(state, today) }
}

/** What a record has to match, whatever the page and the order. */
export function toMatch({ search, filters }: ListState, today: Day): Record<string, string> {
  return { ...(search ? { search } : {}), ...resolveDays(filters, today) }
}

/** Whether anything keeps records out of the list. */
export function isNarrowed({ search, filters }: ListState): boolean {
  return search !== '' || Object.keys(filters).length > 0
}

/**
 * The address of a state, as a view keeps it: the same state is the same text, and pages are left out,
 * as a view is a whole list.
 */
export function viewAddress(listing: Listing, state: ListState): string {
  const { filters, ...plain } = { ...state, page: 1, size: START.size }
  const address = changed(listing, new URLSearchParams(), { ...plain, filters })
  address.sort()
  return address.toString()
}

/** The number of the last page of `total` records; an empty list has one page too. */
export function lastPage(total: number, size: string): number {
  return Math.max(1, Math.ceil(total / Number(size)))
}

/** The address after a change; whatever else changes, the list starts again at its first page. */
function changed(
  listing: Listing,
  before: URLSearchParams,
  { filters, ...changes }: Partial<ListState>,
): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const [name, value] of Object.entries({ page: 1, ...changes })) {
    if (value === START[name as keyof typeof START]) next.delete(name)
    else next.set(name, String(value))
  }
  if (!filters) return next
  for (const place of listFilters(listing.fields).flatMap(parameterNames)) next.delete(place)
  for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value)
  return next
}

/** A search that the API would refuse whole is cut to what it takes. */
function readable(search: string): string {
  return search.replaceAll(/\p{Cc}/gu, ' ').slice(0, LONGEST_SEARCH)
}
