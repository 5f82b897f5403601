import { useMutation } from '@tanstack/react-query'
import { confirmDelete, deleted, failedToDelete } from '#core/messages.ts'
import type { Line } from '#core/settlement-lines.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast, toastFailure } from '#web/ui/toast.tsx'

type DeleteLineProps = { line: Line; name: string; onLines: () => void; onClose: () => void }

export function DeleteLine({ line, name, onLines, onClose }: DeleteLineProps) {
  const removal = useMutation({
    mutationFn: () => request('DELETE', `/api/billing/${line.billingId}/expenses/${line.id}`),
    onSuccess: () => toast(deleted('Line')),
    onError: (error) => toastFailure(failedToDelete('Line'), error.message),
    onSettled: () => {
      onClose()
      onLines()
      void refetchLists()
    },
  })
  return (
    <ConfirmDialog
      open
      title={confirmDelete(name)}
      description="Its category becomes the sum of the lines that stay. This cannot be undone."
      confirm={removal.isPending ? 'Deleting...' : 'Delete'}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    />
  )
}
