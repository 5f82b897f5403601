import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

type EditDeleteProps = { name: string; onOpen: (form: 'edit' | 'delete') => void }

/** What can be done with one of a few rows. */
export function EditDelete({ name, onOpen }: EditDeleteProps) {
  return (
    <span className="flex">
      <IconButton label={`Edit ${name}`} onClick={() => onOpen('edit')}>
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={`Delete ${name}`} onClick={() => onOpen('delete')}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </span>
  )
}
