import type { ReactNode } from 'react'
import { noResultsText } from '#core/search/search.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type EmptyListProps = {
  search: string
  /** A search or a filter excludes records. */
  narrowed: boolean
  onClear: () => void
  /** The first step. */
  children: ReactNode
}

/** Offers the first step, or to clear search and filters (SPEC A2). */
export function EmptyList({ search, narrowed, onClear, children }: EmptyListProps) {
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
