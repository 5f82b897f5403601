import { useRef, type ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { AnyRecord, ColumnOf } from '#core/entities/entity.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { ChooseColumns } from '#web/records/columns/choose-columns.tsx'
import { EmptyList } from './empty-list.tsx'
import { FilterBar } from '#web/records/filters/filter-bar.tsx'
import { isNarrowed, lastPage, viewAddress } from './list-state.ts'
import { Pager } from './pager.tsx'
import { RecordCards } from './record-cards.tsx'
import { RecordsTable } from './records-table.tsx'
import { SearchBox } from './search-box.tsx'
import { SelectionBar } from '#web/records/selection/selection-bar.tsx'
import type { List } from './use-list.ts'
import { usePhone } from './use-phone.ts'
import { ViewsBar } from '#web/records/views/views-bar.tsx'

type RecordsListProps = {
  list: List
  /** Icons at the end of a record's row. */
  actions: (record: AnyRecord) => ReactNode
  /** Offered by an empty list. */
  firstStep: ReactNode
  /** Whether rows can be selected and changed in bulk. */
  selectable?: boolean
  /** Buttons for the selected records, instead of setting statuses and deleting. */
  bulk?: ReactNode
}

/** Views, search, filters, table or cards, pages (SPEC B20, B21). */
export function RecordsList(props: RecordsListProps) {
  const { list, actions, firstStep, selectable = false, bulk } = props
  const { listing, state, change, columns, selection, total } = list
  const root = useRef<HTMLDivElement>(null)
  const Rows = usePhone() ? RecordCards : RecordsTable
  const last = total === undefined ? undefined : lastPage(total, state.size)
  return (
    <div
      ref={root}
      tabIndex={-1}
      // The table is shorter while the selection bar is shown below it.
      data-selecting={selection.ids.size > 0 || undefined}
      className="group/list grid min-w-0 gap-3 outline-none"
    >
      <ListHead list={list} />
      {list.error ? (
        <LoadError error={list.error} onRetry={list.retry} />
      ) : (
        <Rows
          entity={listing}
          columns={columns.shown}
          rows={list.rows}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          actions={actions}
          selection={selectable ? selection : undefined}
          empty={
            <EmptyList
              search={state.search}
              narrowed={isNarrowed(state)}
              onClear={() => change({ search: '', filters: {} })}
            >
              {firstStep}
            </EmptyList>
          }
        />
      )}
      {!!list.rows?.length && (
        <Pager state={state} shown={list.rows.length} total={total} onChange={change} />
      )}
      {selectable && (
        <SelectionBar list={list} bulk={bulk} onClose={() => restoreFocus(root.current)} />
      )}
      {/* The page is gone: its last record was deleted, or the link is old. */}
      {last && last < state.page && <Navigate to={list.addressOf({ page: last })} replace />}
    </div>
  )
}

function ListHead({ list }: { list: List }) {
  const { listing, state, change, columns } = list

  /** The columns of a saved view in the address would override the choice. */
  function choose(chosen: ColumnOf[]) {
    columns.choose(chosen)
    if (state.columns) change({ columns: '', page: state.page }, true)
  }

  return (
    <>
      <ViewsBar
        listing={listing}
        address={viewAddress(listing, state)}
        withColumns={viewAddress(listing, { ...state, columns: columns.names })}
      />
      <div className="flex flex-wrap items-start gap-2 print:hidden">
        <SearchBox
          label={`Search ${listing.title.toLowerCase()}`}
          value={state.search}
          // Back undoes the whole search, not its last letter.
          onSearch={(search) => change({ search }, state.search !== '')}
        />
        <FilterBar
          listing={listing}
          filters={state.filters}
          onChange={(filters) => change({ filters })}
        />
        <ChooseColumns columns={columns} onChoose={choose} />
      </div>
    </>
  )
}
