/** A list's page, search, sort, filters and columns. The address keeps them for Back and for shared links. */
import { useSearchParams } from 'react-router'
import { LONGEST_SEARCH } from '#core/api.ts'
import type { Day } from '#core/calendar.ts'
import { allColumns, type Listing } from '#core/entities/entity.ts'
import {
  type ListFilter,
  listFilters,
  parameterNames,
  readFilters,
  resolveDays,
  type Filters,
} from '#core/lists/filters.ts'

export const PAGE_SIZES = ['25', '50', '100']

export type ListState = {
  search: string
  /** A column's first field, "-" before it for descending; "" for newest first. */
  sort: string
  page: number
  size: string
  /** First fields of the columns, separated by commas; "" for the last choice. */
  columns: string
  filters: Filters
}

const DEFAULTS = { search: '', sort: '', page: 1, size: '25', columns: '' }

/** Unreadable values in the address ("page=-3", an unknown column) are ignored. */
export function useListState(listing: Listing) {
  const [params, setParams] = useSearchParams()

  /** With `replace`, Back skips this state: it leaves a search, not its last letter. */
  function change(changes: Partial<ListState>, replace = false) {
    setParams((before) => changeParams(listing, before, changes), { replace })
  }

  return {
    state: readListState(listing, params),
    change,
    addressOf: (changes: Partial<ListState>) => `?${changeParams(listing, params, changes)}`,
  }
}

export function readListState(listing: Listing, params: URLSearchParams): ListState {
  const names = allColumns(listing).map(({ fields: [name] }) => name)
  const sort = params.get('sort') ?? ''
  const page = params.get('page') ?? ''
  const columns = (params.get('columns') ?? '').split(',')
  return {
    search: readSearch(params.get('search') ?? ''),
    sort: names.includes(sort.replace(/^-/, '')) ? sort : DEFAULTS.sort,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : DEFAULTS.page,
    size: PAGE_SIZES.find((size) => size === params.get('size')) ?? DEFAULTS.size,
    columns: names.filter((name) => columns.includes(name)).join(','),
    filters: readFilters(listing.fields, (name) => params.get(name)),
  }
}

/** The API's query (SPEC B20). Relative days count from `today`. */
export function toQuery(state: ListState, today: Day): Record<string, string> {
  const { sort, page, size } = state
  const offset = String((page - 1) * Number(size))
  return { limit: size, offset, ...(sort ? { sort } : {}), ...toMatch(state, today) }
}

/** The part of the query that decides which records match. */
export function toMatch({ search, filters }: ListState, today: Day): Record<string, string> {
  return { ...(search ? { search } : {}), ...resolveDays(filters, today) }
}

/** A tab of the screen is not a filter that a person set. */
export function isNarrowed({ tabs }: Listing, { search, filters }: ListState): boolean {
  return search !== '' || Object.keys(filters).some((name) => name !== tabs)
}

/** The filters that the screen offers, without its tabs. */
export function offeredFilters({ fields, tabs }: Listing): ListFilter[] {
  return listFilters(fields).filter(({ name }) => name !== tabs)
}

export type SortDirection = 'ascending' | 'descending' | 'none'

export function sortDirection(sort: string, column: string): SortDirection {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}

/** Ascending, then descending, then newest first. */
export function nextSort(sort: string, column: string): string {
  const next = { none: column, ascending: `-${column}`, descending: '' }
  return next[sortDirection(sort, column)]
}

/** The address of a view: the same for the same state, without page and page size. */
export function viewAddress(listing: Listing, state: ListState): string {
  const { filters, ...plain } = { ...state, page: DEFAULTS.page, size: DEFAULTS.size }
  const address = changeParams(listing, new URLSearchParams(), { ...plain, filters })
  address.sort()
  return address.toString()
}

/** At least 1, for an empty list too. */
export function lastPage(total: number, size: string): number {
  return Math.max(1, Math.ceil(total / Number(size)))
}

/** Any change returns to the first page unless it names a page. */
function changeParams(
  listing: Listing,
  before: URLSearchParams,
  { filters, ...changes }: Partial<ListState>,
): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const [name, value] of Object.entries({ page: DEFAULTS.page, ...changes })) {
    if (value === DEFAULTS[name as keyof typeof DEFAULTS]) next.delete(name)
    else next.set(name, String(value))
  }
  if (!filters) return next
  for (const filter of offeredFilters(listing))
    for (const name of parameterNames(filter)) next.delete(name)
  for (const [name, value] of Object.entries(filters)) if (value) next.set(name, value)
  return next
}

/** The API rejects control characters and longer searches. */
function readSearch(search: string): string {
  return search.replaceAll(/\p{Cc}/gu, ' ').slice(0, LONGEST_SEARCH)
}
