import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { request } from '#web/api/client.ts'
import { OpenFileLink } from '#web/api/file-links.tsx'
import { useMay } from '#web/api/may.tsx'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { invoicePdf, nameInvoice } from '#web/invoices/invoice-text.ts'
import { invoiceQuery } from '#web/invoices/queries.ts'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { useInvoiceStep } from './use-invoice-step.ts'

/** The dialogs that an invoice's page can open. */
export type InvoiceDialog = 'edit' | 'void' | 'credit' | 'rebill'

type InvoiceActionsProps = { invoice: InvoiceDetails; onOpen: (dialog: InvoiceDialog) => void }

/** The actions that the invoice's state allows. */
export function InvoiceActions({ invoice, onOpen }: InvoiceActionsProps) {
  const { id, state, kind } = invoice
  const mayBill = useMay('billing')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <HistoryButton path="invoices" id={id} />
      <OpenFileLink href={invoicePdf(id)}>
        <FileText aria-hidden className="size-4" />
        PDF
      </OpenFileLink>
      {mayBill && state === 'draft' && <DraftActions invoice={invoice} onOpen={onOpen} />}
      {mayBill && state === 'approved' && (
        <>
          {kind === 'invoice' && (
            <>
              <Button variant="secondary" onClick={() => onOpen('credit')}>
                Credit
              </Button>
              <Button variant="secondary" onClick={() => onOpen('rebill')}>
                Credit and Rebill
              </Button>
            </>
          )}
          <Button variant="secondary" onClick={() => onOpen('void')}>
            Void
          </Button>
        </>
      )}
    </div>
  )
}

function DraftActions({ invoice, onOpen }: InvoiceActionsProps) {
  const [deleting, setDeleting] = useState(false)
  const step = useInvoiceStep<Invoice>(invoice, {
    done: `${nameInvoice(invoice).replace('Draft ', '')} approved`,
    failed: 'Failed to approve invoice',
  })
  useShortcuts({
    edit(event) {
      // Keeps the letter out of the form.
      event.preventDefault()
      onOpen('edit')
    },
    save: (event) => !event.repeat && step.run('approve'),
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setDeleting(true)}>
        Delete Draft
      </Button>
      <Button
        variant="secondary"
        aria-keyshortcuts={ariaKeys('edit')}
        onClick={() => onOpen('edit')}
      >
        Edit Draft
      </Button>
      <Button
        aria-disabled={step.busy}
        aria-keyshortcuts={ariaKeys('save')}
        onClick={() => step.run('approve')}
      >
        Approve
      </Button>
      <ApproveQuestion
        question={step.question}
        onConfirm={step.confirm}
        onLeaveOff={() => step.avoid({ leaveOffAsked: true })}
        onCancel={step.closeQuestion}
      />
      {deleting && <DeleteDraft invoice={invoice} onClose={() => setDeleting(false)} />}
    </>
  )
}

type DeleteDraftProps = { invoice: InvoiceDetails; onClose: () => void }

/** Deletes a draft, and leaves its page. */
function DeleteDraft({ invoice: { id, version, brokerName }, onClose }: DeleteDraftProps) {
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

type ApproveQuestionProps = {
  /** What the server asks. Undefined if it asks nothing. */
  question: { field: string; message: string } | undefined
  onConfirm: () => void
  onLeaveOff: () => void
  onCancel: () => void
}

/** Asks before an unusual invoice is approved. Charges that the broker has not approved can be left off (SPEC C168). */
function ApproveQuestion(props: ApproveQuestionProps) {
  const { question, onConfirm, onLeaveOff, onCancel } = props
  if (!question) return null
  const isAboutCharges = question.field === 'asked'
  return (
    <Dialog
      open
      title="Approve Anyway?"
      description={question.message}
      onOpenChange={(open) => !open && onCancel()}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        {isAboutCharges && (
          <Button variant="secondary" onClick={onLeaveOff}>
            Leave Them Off
          </Button>
        )}
        <Button onClick={onConfirm}>
          {isAboutCharges ? 'Bill Them Anyway' : 'Approve Anyway'}
        </Button>
      </div>
    </Dialog>
  )
}
