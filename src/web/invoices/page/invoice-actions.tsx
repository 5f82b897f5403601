import { FileText } from 'lucide-react'
import { useState } from 'react'
import type { Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { OpenFileLink } from '#web/api/file-links.tsx'
import { useMay } from '#web/api/may.tsx'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ariaKeys } from '#web/ui/shortcuts.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { invoicePdf, nameInvoice } from '#web/invoices/invoice-text.ts'
import { ApproveQuestion } from './approve-question.tsx'
import { DeleteDraft } from './delete-draft.tsx'
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
