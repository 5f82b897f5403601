import type { Filters, ListFilter } from '#core/lists/filters.ts'

export type FilterProps = {
  filter: ListFilter
  filters: Filters
  onChange: (filters: Filters) => void
}

export type EditorProps = FilterProps & { onDone: () => void }
