import { confirmDeleteMessage, deletedMessage } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

type DeleteDialogProps = {
  path: string
  name: string
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a factor or a draft of a schedule is deleted. */
export function DeleteFactoringDialog({ path, name, onClose, onDeleted }: DeleteDialogProps) {
  const { run, busy } = useAction({
    send: () => request<undefined>('DELETE', path),
    done: deletedMessage(name),
    failed: `${name} was not deleted`,
    onDone: onDeleted,
    onFailure: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}`}
      description={confirmDeleteMessage(name)}
      confirm="Delete"
      busy={busy}
      onConfirm={() => run()}
      onCancel={onClose}
    />
  )
}
