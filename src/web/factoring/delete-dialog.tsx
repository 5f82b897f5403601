import { useMutation } from '@tanstack/react-query'
import { confirmDeleteMessage, deletedMessage } from '#core/messages.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type DeleteDialogProps = {
  path: string
  name: string
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a factor or a draft of a schedule is deleted. */
export function DeleteFactoringDialog({ path, name, onClose, onDeleted }: DeleteDialogProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => request<undefined>('DELETE', path),
    onSuccess() {
      toast(deletedMessage(name))
      onDeleted()
      void refetchLists()
    },
    onError({ message }) {
      toastFailure(`${name} was not deleted`, message)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}`}
      description={confirmDeleteMessage(name)}
      confirm="Delete"
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
