import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Listing } from '#core/entities/entity.ts'
import type { SavedView } from '#core/lists/views.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { useSaveView } from './use-views.ts'
import { ViewName } from './view-name.tsx'

type SaveViewProps = {
  listing: Listing
  /** The list's current search, filters, sort and columns. */
  address: string
  savedViews: SavedView[]
}

/** Saves a view and opens it. The name of an existing view replaces that view. */
export function SaveView({ listing, address, savedViews }: SaveViewProps) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const saving = useSaveView((view) => {
    setOpen(false)
    void navigate(`?${view.address}`, { replace: true })
  })
  const findView = (name: string) => savedViews.find((view) => view.name === name.normalize('NFC'))

  function show(next: boolean) {
    setOpen(next)
    saving.reset()
  }

  return (
    <Popover
      label="Save view"
      open={open}
      onOpenChange={show}
      trigger={
        <Button variant="ghost" size="sm">
          <BookmarkPlus aria-hidden className="size-4" />
          Save view
        </Button>
      }
    >
      <ViewName
        start=""
        submit={(name) => (findView(name) ? 'Replace' : 'Save')}
        busy={saving.busy}
        error={saving.failure}
        onSubmit={(name) =>
          saving.run({ view: findView(name), body: { list: listing.name, name, address } })
        }
      />
    </Popover>
  )
}
