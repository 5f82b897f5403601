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
  /** What can be done with a record: icons at the end of its row. */
  actions: (record: AnyRecord) => ReactNode
  /** What an empty list offers as the first step. */
  firstStep: ReactNode
  /** Whether many can be selected, and changed at once. */
  selectable?: boolean
}

/** The list itself: views, search, filters, table or cards, pages (SPEC B20, B21). */
export function RecordsList({ list, actions, firstStep, selectable = false }: RecordsListProps) {
  const { listing, state, change, columns, selection, total } = list
  const root = useRef<HTMLDivElement>(null)
  const Rows = usePhone() ? RecordCards : RecordsTable
  const last = total === undefined ? undefined : lastPage(total, state.size)
  return (
    <div
      ref={root}
      tabIndex={-1}
      // The table ends higher while the bar of what is selected stands below it.
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
      {selectable && <SelectionBar list={list} onGone={() => restoreFocus(root.current)} />}
      {/* The last page's last record was deleted, or a link is older than the list. */}
      {last && last < state.page && <Navigate to={list.addressOf({ page: last })} replace />}
    </div>
  )
}

/** What narrows the list, and what it shows of it. */
function ListHead({ list }: { list: List }) {
  const { listing, state, change, columns } = list

  /** A view that names its columns would overrule what is chosen now. */
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
          // The first letter is a step that Back undoes; those after it are not.
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
