import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LONGEST_SEARCH } from '#core/api.ts'
import type { ColumnOf } from '#core/entities/entity.ts'
import { ChooseColumns } from '#web/records/columns/choose-columns.tsx'
import { FilterButton, FilterChips } from '#web/records/filters/filter-bar.tsx'
import { KeepView, ViewsBar, ViewSelect } from '#web/records/views/views-bar.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { oneTabStop } from '#web/ui/one-tab-stop.ts'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { ListOptions } from './list-options.tsx'
import { viewAddress } from './list-state.ts'
import type { List } from './use-list.ts'

type ListProps = { list: List }

type ListToolsProps = ListProps & {
  /** A phone has search, filters and columns below the title (PhoneTools). */
  isPhone: boolean
  /** The buttons of the page. A dialog that one of them opened stays open when the phone is turned. */
  actions: ReactNode
}

/** Search, filters and columns beside the page's title, and the page's buttons: two tab stops (SPEC C62). */
export function ListTools({ list, isPhone, actions }: ListToolsProps) {
  const { listing, state, change, columns, density } = list
  return (
    <>
      {!isPhone && <ListSearch list={list} />}
      <div
        ref={oneTabStop}
        role="toolbar"
        aria-label={`Buttons of ${listing.title.toLowerCase()}`}
        className="flex min-w-0 grow flex-wrap items-center gap-2 print:hidden"
      >
        {!isPhone && (
          <>
            <FilterButton
              listing={listing}
              filters={state.filters}
              onChange={(filters) => change({ filters })}
            />
            <ChooseColumns
              columns={columns}
              density={density}
              onChoose={(chosen) => chooseColumns(list, chosen)}
            />
          </>
        )}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 empty:hidden">
          {actions}
        </div>
      </div>
    </>
  )
}

/** The second row of a phone's list: search, views, and everything else behind one button (SPEC C545). */
export function PhoneTools({ list }: ListProps) {
  return (
    <div className="flex items-center gap-2 print:hidden">
      <ListSearch list={list} />
      <ViewSelect {...viewProps(list)} />
      <ListOptions list={list} onChooseColumns={(chosen) => chooseColumns(list, chosen)} />
    </div>
  )
}

/** Views, and the filters that are set. */
export function ListHead({ list }: ListProps) {
  return (
    <>
      <ViewsBar {...viewProps(list)} />
      <SetFilters list={list} />
    </>
  )
}

/** The filters that are set, and the button that keeps them as a view. */
export function PhoneHead({ list }: ListProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden print:hidden">
      <SetFilters list={list} />
      <KeepView {...viewProps(list)} />
    </div>
  )
}

function SetFilters({ list: { listing, state, change } }: ListProps) {
  return (
    <FilterChips
      listing={listing}
      filters={state.filters}
      onChange={(filters) => change({ filters })}
    />
  )
}

function ListSearch({ list: { listing, state, change } }: ListProps) {
  return (
    <SearchBox
      label={`Search ${listing.title.toLowerCase()}`}
      value={state.search}
      // Back undoes the whole search, not its last letter.
      onSearch={(search) => change({ search }, state.search !== '')}
    />
  )
}

/** The columns of a saved view in the address would override the choice. */
function chooseColumns({ columns, state, change }: List, chosen: ColumnOf[]) {
  columns.choose(chosen)
  if (state.columns) change({ columns: '', page: state.page }, true)
}

function viewProps({ listing, declared, state, columns }: List) {
  return {
    listing,
    declared,
    address: viewAddress(listing, state),
    withColumns: viewAddress(listing, { ...state, columns: columns.names }),
  }
}

type SearchBoxProps = {
  label: string
  value: string
  onSearch: (search: string) => void
}

/** Shorter than the pause between two keystrokes, so that the rows update after each keystroke. */
const SEARCH_PAUSE_MS = 20

/** Searches when typing pauses. "/" anywhere on the page focuses the box. */
function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useTyped(value, onSearch)

  useShortcuts({
    search: (event) => {
      event.preventDefault()
      input.current?.focus()
    },
  })

  return (
    <div className="relative min-w-32 grow basis-40 xl:max-w-sm print:hidden">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={ariaKeys('search')}
        placeholder="Search"
        maxLength={LONGEST_SEARCH}
        className="pl-9"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}

/**
 * The text in the box. It follows the address (Back, "Clear filters"), except when the address repeats what was
 * typed: that change arrives late and would delete the letters typed since.
 */
function useTyped(value: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  const search = useEffectEvent(onSearch)

  if (value !== known) {
    setKnown(value)
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }

  useEffect(() => {
    const text = typed.trim()
    if (text === sent) return
    const timer = setTimeout(() => {
      setSent(text)
      search(text)
    }, SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, sent])

  return [typed, setTyped] as const
}
