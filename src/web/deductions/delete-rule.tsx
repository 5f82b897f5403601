import { useMutation } from '@tanstack/react-query'
import { confirmDelete, deleted, failedToDelete } from '#core/messages.ts'
import type { StoredRule } from '#core/settlement-rules.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast, toastFailure } from '#web/ui/toast.tsx'

type DeleteRuleProps = { rule: StoredRule; onClose: () => void }

/** One that settlements name stays, and the answer says what to do instead (SPEC C2). */
export function DeleteRule({ rule, onClose }: DeleteRuleProps) {
  const removal = useMutation({
    mutationFn: () => request('DELETE', `/api/deduction-rules/${rule.id}`),
    onSuccess: () => toast(deleted('Deduction')),
    onError: (error) => toastFailure(failedToDelete('Deduction'), error.message),
    onSettled: () => {
      onClose()
      void refetchLists()
    },
  })
  return (
    <ConfirmDialog
      open
      title={confirmDelete(rule.description)}
      description="It makes no more lines. Those on saved settlements stay."
      confirm={removal.isPending ? 'Deleting...' : 'Delete'}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    />
  )
}
