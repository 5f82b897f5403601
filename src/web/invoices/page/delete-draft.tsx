import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { request } from '#web/api/client.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { invoiceQuery } from '#web/invoices/queries.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

type DeleteDraftProps = { invoice: InvoiceDetails; onClose: () => void }

/** Deletes a draft, and leaves its page. */
export function DeleteDraft({ invoice: { id, version, brokerName }, onClose }: DeleteDraftProps) {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      request('DELETE', `/api/invoices/${id}`, { headers: { 'If-Match': `"${version}"` } }),
    onSuccess: async () => {
      toast('Draft deleted')
      await navigate('/invoices?tab=ready')
      queryClient.removeQueries({ queryKey: invoiceQuery(id).queryKey })
      await refetchLists()
    },
    onError: ({ message }) => {
      toastFailure('Failed to delete draft', message)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={`Delete the draft for ${brokerName}?`}
      description="Its loads can be billed again. Extra lines that you typed are lost."
      confirm={isPending ? 'Deleting...' : 'Delete Draft'}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
