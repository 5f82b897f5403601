import { Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

type EditDeleteProps = { name: string; onOpen: (form: 'edit' | 'delete') => void }

/** The buttons of a row in a short list. */
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
