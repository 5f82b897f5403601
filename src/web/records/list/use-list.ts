/** A list with all that it needs: what the address says, the records, and what is selected (SPEC B20, B21). */
import { useMemo } from 'react'
import type { AnyRecord, Listing } from '#core/entities/entity.ts'
import { useCount, useRows } from '#web/api/queries.ts'
import { timeZone, today } from '#web/api/today.ts'
import { useColumns } from '#web/records/columns/use-columns.ts'
import { toMatch, toQuery, useListState, type ListState } from './list-state.ts'
import { useSelection } from '#web/records/selection/use-selection.ts'

export type List = ReturnType<typeof useList>

const NONE: AnyRecord[] = []

export function useList(listing: Listing) {
  const { state, change, addressOf } = useListState(listing)
  const here = zoneOf(listing)
  const query = { ...toQuery(state, today()), ...here }
  const match = { ...toMatch(state, today()), ...here }
  const { data: rows, isPlaceholderData, ...read } = useRows(listing.name, query)
  const shown = isPlaceholderData ? undefined : rows?.length
  const told = totalOf(state, shown)
  const counted = useCount(listing.name, match, shown !== undefined && told === undefined)
  const ids = useMemo(() => (rows ?? NONE).map(({ id }) => id), [rows])
  const selection = useSelection(ids, JSON.stringify(match))
  const columns = useColumns(listing, state.columns)
  return {
    ...{ listing, state, change, addressOf, query, match, columns, selection },
    /** Undefined while they are being read for the first time. */
    rows,
    /** How many match in all; undefined until that is known. */
    total: told ?? counted,
    error: read.isError ? read.error : null,
    retry: () => void read.refetch(),
  }
}

/** Instants are filtered by the days of whoever asks (SPEC S31). */
function zoneOf({ columns }: Listing): Record<string, string> {
  const instants = columns.some((column) => typeof column !== 'string' && column.show === 'instant')
  return instants ? { zone: timeZone() } : {}
}

/** A page that is not full tells how many there are: only behind a full one, or past the last, must they be counted. */
function totalOf({ page, size }: ListState, shown: number | undefined): number | undefined {
  if (shown === undefined || shown === Number(size) || (shown === 0 && page > 1)) return undefined
  return (page - 1) * Number(size) + shown
}
