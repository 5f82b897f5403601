import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Navigate } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { noResultsText } from '#core/search/search.ts'
import { RecordCards } from '#web/records/rows/record-cards.tsx'
import { RecordsTable } from '#web/records/rows/records-table.tsx'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { SelectionBar } from '#web/records/selection/selection-bar.tsx'
import { TotalsLine } from '#web/records/totals/totals-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { FRAME } from '#web/ui/page.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ListHead, ListTools, PhoneHead, PhoneTools } from './list-head.tsx'
import { isNarrowed, lastPage, type ListState, PAGE_SIZES } from './list-state.ts'
import type { List } from './use-list.ts'
import { usePhone } from '#web/ui/use-phone.ts'

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
  const isPhone = usePhone()
  const { selection, total, state } = list
  const last = total === undefined ? undefined : lastPage(total, state.size)
  return (
    <div
      className={`${FRAME} flex flex-col gap-2 md:h-[calc(100dvh-3rem)] md:pb-1 print:block print:h-auto`}
    >
      <PageHeader
        title={title}
        description={isPhone ? undefined : list.listing.description}
        tools={<ListTools list={list} isPhone={isPhone} actions={actions} />}
      />
      {isPhone && <PhoneTools list={list} />}
      {notices}
      <div
        ref={root}
        tabIndex={-1}
        // The table is shorter while the selection bar is shown below it.
        data-selecting={selection.ids.size > 0 || undefined}
        className="group/list flex min-h-0 min-w-0 flex-initial flex-col gap-2 outline-none print:block"
      >
        {isPhone ? <PhoneHead list={list} /> : <ListHead list={list} />}
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
  const isPhone = usePhone()
  if (list.error) return <LoadError error={list.error} onRetry={list.retry} />
  const rows = {
    entity: listing,
    columns: columns.shown,
    rows: list.rows,
    actions: rowActions,
    selection: selectable ? selection : undefined,
    empty: (
      <EmptyList
        search={state.search}
        narrowed={isNarrowed(listing, state)}
        onClear={() => change({ search: '', filters: {} })}
      >
        {firstStep}
      </EmptyList>
    ),
  }
  if (isPhone) return <RecordCards {...rows} chosen={columns.names !== ''} />
  return (
    <RecordsTable
      {...rows}
      sort={state.sort}
      onSort={(sort) => change({ sort })}
      second={density.twoLines ?? false}
    />
  )
}

/** The totals of all matches, and the pager. */
function ListFoot({ list }: { list: List }) {
  const { state, rows, total, change } = list
  if (!rows?.length) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
      <TotalsLine list={list} />
      <Pager state={state} shown={rows.length} total={total} onChange={change} />
    </div>
  )
}

type EmptyListProps = {
  search: string
  /** Whether a search or a filter is set. */
  narrowed: boolean
  onClear: () => void
  /** A button or text for the first step, shown if there are no records at all. */
  children: ReactNode
}

/** An empty list: offers the first step, or a button that clears search and filters (SPEC A2). */
function EmptyList({ search, narrowed, onClear, children }: EmptyListProps) {
  return (
    <div role="status">
      {narrowed ? (
        <EmptyState title={noResultsText(search)}>
          <Button variant="secondary" onClick={onClear}>
            Clear search and filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title="No data available">{children}</EmptyState>
      )}
    </div>
  )
}

type PagerProps = {
  state: ListState
  /** The number of records on this page. */
  shown: number
  /** Undefined until the records are counted, which can take longer than loading the page. */
  total: number | undefined
  onChange: (changes: Partial<ListState>) => void
}

/** Lower controls for a mouse, so that one more row is visible. */
const LOW = 'pointer-fine:h-7'

const SIZES = PAGE_SIZES.map((size) => ({ value: size, label: `${size} per page` }))

function Pager({ state, shown, total, onChange }: PagerProps) {
  const { page, size } = state
  return (
    <nav
      aria-label="Pages"
      className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm text-muted max-md:w-full max-md:justify-between"
    >
      <p aria-live="polite" className="tabular-nums">
        {formatRange(state, shown, total)}
      </p>
      <div className="flex items-center gap-1 print:hidden">
        <Select
          aria-label="Rows per page"
          className={LOW}
          value={size}
          onChange={(value) => onChange({ size: value })}
          options={SIZES}
        />
        <IconButton
          label="Previous page"
          className={LOW}
          disabled={page <= 1}
          onClick={() => onChange({ page: page - 1 })}
        >
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label="Next page"
          className={LOW}
          disabled={total === undefined ? shown < Number(size) : page >= lastPage(total, size)}
          onClick={() => onChange({ page: page + 1 })}
        >
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
      </div>
    </nav>
  )
}

/** "26–50 of 1,204"; "26–50 of …" until the total is counted. */
function formatRange({ page, size }: ListState, shown: number, total: number | undefined): string {
  const before = (page - 1) * Number(size)
  const [from, to, all] = [before + 1, before + shown, total].map((count) =>
    count === undefined ? '…' : count.toLocaleString('en-US'),
  )
  return `${from}–${to} of ${all}`
}
