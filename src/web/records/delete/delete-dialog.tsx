import { useMutation } from '@tanstack/react-query'
import { confirmDelete, deleted, failedToDelete } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type DeleteDialogProps = {
  /** The record's path in the API. */
  path: string
  /** "Line". */
  singular: string
  /** The record's own name. */
  name: string
  description: string
  onClose: () => void
  /** Runs after a success and after a failure: the screen may be out of date either way. */
  onResponse?: () => void
}

/** Asks, deletes, and closes, even if the deletion failed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { path, singular, name, description, onClose, onResponse } = props
  const removal = useMutation({
    mutationFn: () => request('DELETE', path),
    onSuccess: () => toast(deleted(singular)),
    onError: ({ message }) => toastFailure(failedToDelete(singular), message),
    onSettled: () => {
      onClose()
      onResponse?.()
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
