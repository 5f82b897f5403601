import type { Entity } from '#core/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty.tsx'

type EmptyListProps = {
  entity: Entity
  searched: boolean
  onAdd: () => void
  onClear: () => void
}

/** An empty list offers the first step, an empty search the way back (SPEC A2). */
export function EmptyList({ entity, searched, onAdd, onClear }: EmptyListProps) {
  return (
    <div role="status">
      {searched ? (
        <EmptyState title="Nothing matches">
          <Button variant="secondary" onClick={onClear}>
            Clear the search
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title="No data available">
          <Button variant="secondary" onClick={onAdd}>
            Add your first {entity.one.toLowerCase()}
          </Button>
        </EmptyState>
      )}
    </div>
  )
}
