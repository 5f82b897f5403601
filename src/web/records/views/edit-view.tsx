import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { SavedView } from '#core/lists/views.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { useDeleteView, useSaveView } from './use-views.ts'
import { ViewName } from './view-name.tsx'

/** Renames or deletes the current view. The list does not change. */
export function EditView({ view }: { view: SavedView }) {
  const [open, setOpen] = useState(false)
  const saving = useSaveView(() => setOpen(false))
  const deletion = useDeleteView(() => setOpen(false))
  const { list, address } = view

  function show(next: boolean) {
    setOpen(next)
    saving.reset()
  }

  return (
    <Popover
      label={`Edit view ${view.name}`}
      open={open}
      onOpenChange={show}
      trigger={
        <Button variant="ghost" size="sm" className="text-muted">
          <Pencil aria-hidden className="size-4" />
          Edit view
        </Button>
      }
    >
      <ViewName
        start={view.name}
        submit={() => 'Rename'}
        busy={saving.busy}
        error={saving.failure ?? deletion.failure}
        onSubmit={(name) => saving.run({ view, body: { list, name, address } })}
      >
        <Button variant="secondary" disabled={deletion.busy} onClick={() => deletion.run(view)}>
          {deletion.busy ? 'Deleting...' : 'Delete view'}
        </Button>
      </ViewName>
    </Popover>
  )
}
