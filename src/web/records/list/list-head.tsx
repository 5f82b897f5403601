import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LONGEST_SEARCH } from '#core/api.ts'
import type { ColumnOf } from '#core/entities/entity.ts'
import { ChooseColumns } from '#web/records/columns/choose-columns.tsx'
import { FilterButton, FilterChips } from '#web/records/filters/filter-bar.tsx'
import { ViewsBar } from '#web/records/views/views-bar.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { viewAddress } from './list-state.ts'
import type { List } from './use-list.ts'

type ListProps = { list: List }

/** Search, filters and columns, beside the page's title. */
export function ListTools({ list }: ListProps) {
  const { listing, state, change, columns, density } = list

  /** The columns of a saved view in the address would override the choice. */
  function choose(chosen: ColumnOf[]) {
    columns.choose(chosen)
    if (state.columns) change({ columns: '', page: state.page }, true)
  }

  return (
    <div className="flex min-w-0 grow basis-96 flex-wrap items-center gap-2 print:hidden">
      <SearchBox
        label={`Search ${listing.title.toLowerCase()}`}
        value={state.search}
        // Back undoes the whole search, not its last letter.
        onSearch={(search) => change({ search }, state.search !== '')}
      />
      <FilterButton
        listing={listing}
        filters={state.filters}
        onChange={(filters) => change({ filters })}
      />
      <ChooseColumns columns={columns} density={density} onChoose={choose} />
    </div>
  )
}

/** Views, and the filters that are set. */
export function ListHead({ list }: ListProps) {
  const { listing, declared, state, change, columns } = list
  return (
    <>
      <ViewsBar
        listing={listing}
        declared={declared}
        address={viewAddress(listing, state)}
        withColumns={viewAddress(listing, { ...state, columns: columns.names })}
      />
      <FilterChips
        listing={listing}
        filters={state.filters}
        onChange={(filters) => change({ filters })}
      />
    </>
  )
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
    <div className="relative max-w-sm min-w-40 grow basis-40 max-md:basis-full">
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
