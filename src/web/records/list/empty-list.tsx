import type { ReactNode } from 'react'
import { noResultsText } from '#core/search/search.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type EmptyListProps = {
  search: string
  /** Whether a search or a filter is set. */
  narrowed: boolean
  onClear: () => void
  /** A button or text for the first step, shown if there are no records at all. */
  children: ReactNode
}

/** An empty list: offers the first step, or a button that clears search and filters (SPEC A2). */
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
