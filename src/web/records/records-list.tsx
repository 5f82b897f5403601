import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { AnyRecord, Listing } from '#core/entity.ts'
import { useRecords } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { FailedRead } from '#web/ui/failed.tsx'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { isNarrowed, lastPage, queryOf, useListState } from './list-state.ts'
import { Pager } from './pager.tsx'
import { RecordCards } from './record-cards.tsx'
import { RecordsTable } from './records-table.tsx'
import { SearchBox } from './search-box.tsx'
import { usePhone } from './use-phone.ts'

type RecordsListProps = {
  listing: Listing
  /** What can be done with a record: icons at the end of its row. */
  actions: (record: AnyRecord) => ReactNode
  /** What an empty list offers as the first step. */
  firstStep: ReactNode
}

/** The list itself: search, filters, table or cards, pages (SPEC B20, B21). */
export function RecordsList({ listing, actions, firstStep }: RecordsListProps) {
  const { state, change, addressOf } = useListState(listing)
  const { data, isError, error, refetch } = useRecords(listing.name, queryOf(state, today()))
  const List = usePhone() ? RecordCards : RecordsTable
  const last = data && lastPage(data.total, state.size)
  return (
    <div className="grid min-w-0 gap-3">
      <SearchBox
        label={`Search ${listing.title.toLowerCase()}`}
        value={state.search}
        // The first letter is a step that Back undoes; those after it are not.
        onSearch={(search) => change({ search }, state.search !== '')}
      />
      <FilterBar
        listing={listing}
        filters={state.filters}
        onChange={(filters) => change({ filters })}
      />
      {isError ? (
        <FailedRead error={error} onRetry={() => void refetch()} />
      ) : (
        <List
          entity={listing}
          rows={data?.rows}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          actions={actions}
          empty={
            <EmptyList
              narrowed={isNarrowed(state)}
              onClear={() => change({ search: '', filters: {} })}
            >
              {firstStep}
            </EmptyList>
          }
        />
      )}
      {data && data.total > 0 && <Pager state={state} total={data.total} onChange={change} />}
      {/* The last page's last record was deleted, or a link is older than the list. */}
      {last && last < state.page && <Navigate to={addressOf({ page: last })} replace />}
    </div>
  )
}
