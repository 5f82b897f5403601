import type { ColumnOf } from '#core/entities/entity.ts'
import { ChooseColumns } from '#web/records/columns/choose-columns.tsx'
import { FilterButton, FilterChips } from '#web/records/filters/filter-bar.tsx'
import { ViewsBar } from '#web/records/views/views-bar.tsx'
import { viewAddress } from './list-state.ts'
import { SearchBox } from './search-box.tsx'
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
