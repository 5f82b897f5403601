/** A list's state, records, columns and selection (SPEC B20, B21). */
import { useMemo } from 'react'
import type { AnyRecord, Listing } from '#core/entities/entity.ts'
import { useVisible } from '#web/api/may.tsx'
import { useCount, useRows } from '#web/api/queries.ts'
import { timeZone, today } from '#web/api/today.ts'
import { useColumns } from '#web/records/columns/use-columns.ts'
import { useDensity } from '#web/records/columns/use-density.ts'
import { toMatch, toQuery, useListState, type ListState } from './list-state.ts'
import { useSelection } from '#web/records/selection/use-selection.ts'

export type List = ReturnType<typeof useList>

const NO_ROWS: AnyRecord[] = []

/**
 * Leaves out the columns, filters, views and totals of hidden fields (SPEC C82). `pathOf`: the API path, if it differs from
 * the list's name.
 */
export function useList(declared: Listing, pathOf?: (state: ListState) => string) {
  const listing = useVisible(declared)
  const { state, change, addressOf } = useListState(listing)
  const zone = zoneParameter(listing)
  const path = pathOf?.(state) ?? listing.name
  const query = { ...toQuery(state, today()), ...zone }
  const match = { ...toMatch(state, today()), ...zone }
  const { data: rows, isPlaceholderData, ...read } = useRows(path, query)
  const shown = isPlaceholderData ? undefined : rows?.length
  const knownTotal = countWithoutRequest(state, shown)
  const counted = useCount(path, match, shown !== undefined && knownTotal === undefined)
  const ids = useMemo(() => (rows ?? NO_ROWS).map(({ id }) => id), [rows])
  const selection = useSelection(ids, JSON.stringify(match))
  const columns = useColumns(listing, state.columns)
  const density = useDensity(listing.name, columns.shown)
  return {
    listing,
    declared,
    state,
    change,
    addressOf,
    query,
    match,
    columns,
    density,
    selection,
    /** Undefined until the first load. */
    rows,
    /** Whether the rows belong to the current search and filters. */
    settled: shown !== undefined,
    /** The number of matches; undefined until it is known. */
    total: knownTotal ?? counted,
    error: read.isError ? read.error : null,
    retry: () => void read.refetch(),
  }
}

/** Instants are filtered by days in the account's time zone (SPEC C460). */
function zoneParameter({ columns }: Listing): Record<string, string> {
  const instants = columns.some((column) => typeof column !== 'string' && column.show === 'instant')
  return instants ? { zone: timeZone() } : {}
}

/** Calculates the total from a page that is not full. Undefined for a full page and for a page after the last. */
function countWithoutRequest(
  { page, size }: ListState,
  shown: number | undefined,
): number | undefined {
  if (shown === undefined || shown === Number(size) || (shown === 0 && page > 1)) return undefined
  return (page - 1) * Number(size) + shown
}
