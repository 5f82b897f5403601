import { useMutation } from '@tanstack/react-query'
import { confirmDelete, deleted, failedToDelete } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type DeleteDialogProps = {
  /** Of the API. */
  path: string
  /** "Line". */
  one: string
  name: string
  description: string
  onClose: () => void
  /** Deleted or refused: what is on the screen may be another by now. */
  onAnswer?: () => void
}

/** Asks, deletes, and closes however that ends. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { path, one, name, description, onClose, onAnswer } = props
  const removal = useMutation({
    mutationFn: () => request('DELETE', path),
    onSuccess: () => toast(deleted(one)),
    onError: ({ message }) => toastFailure(failedToDelete(one), message),
    onSettled: () => {
      onClose()
      onAnswer?.()
      void refetchLists()
    },
  })
  return (
    <ConfirmDialog
      open
      title={confirmDelete(name)}
      description={description}
      confirm={removal.isPending ? 'Deleting...' : 'Delete'}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    />
  )
}
