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
  /** What is kept: what the list shows, and in which columns. */
  address: string
  own: SavedView[]
}

/** Keeps what the list shows under a name; under the name of a view of one's own, in its place. Then it is shown. */
export function SaveView({ listing, address, own }: SaveViewProps) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const saving = useSaveView((view) => {
    setOpen(false)
    void navigate(`?${view.address}`, { replace: true })
  })
  const viewNamed = (name: string) => own.find((view) => view.name === name.normalize('NFC'))

  function show(next: boolean) {
    setOpen(next)
    saving.reset()
  }

  return (
    <Popover
      label="Save this view"
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
        submit={(name) => (viewNamed(name) ? 'Replace' : 'Save')}
        busy={saving.isPending}
        error={saving.error?.message}
        onSubmit={(name) =>
          saving.mutate({ view: viewNamed(name), body: { list: listing.name, name, address } })
        }
      />
    </Popover>
  )
}
