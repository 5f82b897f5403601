/** A list with all that it needs: what the address says, the records, and what is selected (SPEC B20, B21). */
import { useMemo } from 'react'
import type { AnyRecord, Listing } from '#core/entity.ts'
import { useRecords } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { useColumns } from './columns/use-columns.ts'
import { matchOf, queryOf, useListState } from './list-state.ts'
import { useSelection } from './selection/use-selection.ts'

export type List = ReturnType<typeof useList>

const NONE: AnyRecord[] = []

export function useList(listing: Listing) {
  const { state, change, addressOf } = useListState(listing)
  const query = queryOf(state, today())
  const match = matchOf(state, today())
  const { data, isError, error, refetch } = useRecords(listing.name, query)
  const rows = data?.rows
  const ids = useMemo(() => (rows ?? NONE).map(({ id }) => id), [rows])
  const selection = useSelection(ids, JSON.stringify(match))
  const columns = useColumns(listing, state.columns)
  return {
    ...{ listing, state, change, addressOf, query, match, columns, selection },
    /** Undefined while they are being read for the first time. */
    rows,
    total: data?.total,
    error: isError ? error : null,
    retry: () => void refetch(),
  }
}
