import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ColumnOf } from '#core/entities/entity.ts'
import { ColumnChoices } from '#web/records/columns/choose-columns.tsx'
import { AddFilter, listSet } from '#web/records/filters/filter-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { offeredFilters } from './list-state.ts'
import type { List } from './use-list.ts'

type ListOptionsProps = { list: List; onChooseColumns: (columns: ColumnOf[]) => void }

/** Order, filters and columns of a list behind one button, on a phone (SPEC C545). */
export function ListOptions({ list, onChooseColumns }: ListOptionsProps) {
  const { listing, state, change, columns } = list
  const [open, setOpen] = useState(false)
  const count = listSet(listing, state.filters).length
  const close = () => setOpen(false)
  return (
    <Popover
      label="Sort, filter and columns"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          variant="secondary"
          aria-label={
            count ? `Sort, filter and columns: filtered by ${count}` : 'Sort, filter and columns'
          }
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          {count > 0 && <span className="tabular-nums">{count}</span>}
        </Button>
      }
    >
      <div className="grid gap-2">
        <Select
          aria-label="Sort by"
          value={state.sort}
          onChange={(sort) => change({ sort })}
          options={sortOptions(columns.shown)}
        />
        {offeredFilters(listing).length > 0 && (
          <Part title="Filter">
            <AddFilter
              listing={listing}
              filters={state.filters}
              onChange={(filters) => change({ filters })}
              onDone={close}
            />
          </Part>
        )}
        <Part title="Columns">
          <ColumnChoices columns={columns} onChoose={onChooseColumns} />
        </Part>
      </div>
    </Popover>
  )
}

/** Closed at first: the filters and the columns of a list are long. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line pt-1">
      <summary className="cursor-pointer px-1 py-2 text-sm font-medium pointer-coarse:py-3">
        {title}
      </summary>
      {children}
    </details>
  )
}

function sortOptions(columns: ColumnOf[]) {
  const byColumn = columns.flatMap(({ title, fields: [name] }) => [
    { value: name, label: `${title}, ascending` },
    { value: `-${name}`, label: `${title}, descending` },
  ])
  return [{ value: '', label: 'Newest first' }, ...byColumn]
}
