import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type EmptyListProps = {
  /** A search or a filter keeps records out of it. */
  narrowed: boolean
  onClear: () => void
  /** The first step. */
  children: ReactNode
}

/** An empty list offers the first step, one that nothing matches the way back (SPEC A2). */
export function EmptyList({ narrowed, onClear, children }: EmptyListProps) {
  return (
    <div role="status">
      {narrowed ? (
        <EmptyState title="Nothing matches">
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
