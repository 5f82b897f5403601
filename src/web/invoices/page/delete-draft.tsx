import { useNavigate } from 'react-router'
import type { InvoiceDetails } from '#core/invoices/responses.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { invoiceQuery } from '#web/invoices/queries.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

type DeleteDraftProps = { invoice: InvoiceDetails; onClose: () => void }

/** Deletes a draft, and leaves its page. */
export function DeleteDraft({ invoice: { id, version, brokerName }, onClose }: DeleteDraftProps) {
  const navigate = useNavigate()
  const { run, busy } = useAction({
    send: () =>
      request('DELETE', `/api/invoices/${id}`, { headers: { 'If-Match': `"${version}"` } }),
    done: 'Draft deleted',
    failed: 'Failed to delete draft',
    onDone: async () => {
      await navigate('/invoices?tab=ready')
      queryClient.removeQueries({ queryKey: invoiceQuery(id).queryKey })
    },
    onFailure: onClose,
  })
  return (
    <ConfirmDialog
      open
      title={`Delete the draft for ${brokerName}?`}
      description="Its loads can be billed again. Extra lines that you typed are lost."
      confirm={busy ? 'Deleting...' : 'Delete Draft'}
      busy={busy}
      onConfirm={() => run()}
      onCancel={onClose}
    />
  )
}
