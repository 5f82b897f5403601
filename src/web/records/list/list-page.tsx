import { useRef, type ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { SelectionBar } from '#web/records/selection/selection-bar.tsx'
import { EmptyList } from './empty-list.tsx'
import { ListHead, ListTools } from './list-head.tsx'
import { ListFoot } from './list-foot.tsx'
import { isNarrowed, lastPage } from './list-state.ts'
import { RecordCards } from '#web/records/rows/record-cards.tsx'
import { RecordsTable } from '#web/records/rows/records-table.tsx'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import type { List } from './use-list.ts'
import { usePhone } from './use-phone.ts'

type ListPageProps = {
  list: List
  /** The page's title, if it is not that of the list. */
  title?: string
  /** Buttons of the page. */
  actions?: ReactNode
  /** The actions of a row. Pass the same function in each render: a new function renders every row again. */
  rowActions: (record: AnyRecord) => RowAction[]
  /** Offered by an empty list. */
  firstStep: ReactNode
  /** Whether rows can be selected and changed in bulk. */
  selectable?: boolean
  /** Buttons for the selected records, instead of setting statuses and deleting. */
  bulk?: ReactNode
  /** Above the rows. */
  notices?: ReactNode
  /** Content below the list, and the screen's dialogs. */
  children?: ReactNode
}

/** The screen of a list: header, views, table or cards, totals and pager (SPEC B20, B21, C55). */
export function ListPage(props: ListPageProps) {
  const { list, title = list.listing.title, actions, notices, children } = props
  const root = useRef<HTMLDivElement>(null)
  const { selection, total, state } = list
  const last = total === undefined ? undefined : lastPage(total, state.size)
  return (
    <div className="mx-auto flex max-w-[110rem] flex-col gap-2 p-4 md:h-[calc(100dvh-3rem)] md:px-5 md:pt-2 md:pb-1 print:h-auto print:block">
      <title>{`${title} · Haulbook`}</title>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl leading-5 font-semibold tracking-tight">{title}</h1>
          <p className="text-xs leading-4 text-muted">{list.listing.description}</p>
        </div>
        <ListTools list={list} />
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </header>
      {notices}
      <div
        ref={root}
        tabIndex={-1}
        // The table is shorter while the selection bar is shown below it.
        data-selecting={selection.ids.size > 0 || undefined}
        className="group/list flex min-h-0 min-w-0 flex-initial flex-col gap-2 outline-none print:block"
      >
        <ListHead list={list} />
        <ListRows {...props} />
        <ListFoot list={list} />
        {props.selectable && (
          <SelectionBar list={list} bulk={props.bulk} onClose={() => restoreFocus(root.current)} />
        )}
      </div>
      {/* This page no longer exists: its last record was deleted, or the link is old. */}
      {last && last < state.page && <Navigate to={list.addressOf({ page: last })} replace />}
      {children}
    </div>
  )
}

function ListRows({ list, rowActions, firstStep, selectable }: ListPageProps) {
  const { listing, state, change, columns, density, selection } = list
  const Rows = usePhone() ? RecordCards : RecordsTable
  if (list.error) return <LoadError error={list.error} onRetry={list.retry} />
  return (
    <Rows
      entity={listing}
      columns={columns.shown}
      rows={list.rows}
      sort={state.sort}
      onSort={(sort) => change({ sort })}
      actions={rowActions}
      second={density.twoLines ?? false}
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
  )
}
