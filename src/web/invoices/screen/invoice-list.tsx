import { Eye, FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { invoicesList } from '#core/invoices/invoices.ts'
import { fileAddress } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { invoiceAddress, invoicePdf } from '#web/invoices/invoice-text.ts'
import { ReviewDialog } from '#web/invoices/ready/review-dialog.tsx'
import { UnsentInvoices } from '#web/invoices/ready/unsent-invoices.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import { SelectionButtons, type Batch } from './selection-buttons.tsx'
import type { BillingTab } from './tabs.ts'

/** The list of invoices behind Open, Attention and All, with filters and CSV (SPEC C165). */
export function InvoiceList({ tab }: { tab: BillingTab }) {
  const list = useList(invoicesList)
  const [batch, setBatch] = useState<Batch>()
  const top = useRef<HTMLDivElement>(null)
  const mayBill = useMay('billing')
  const navigate = useNavigate()
  useRowKeys({ onOpen: (id) => void navigate(invoiceAddress(id)) })
  return (
    <ListPage
      list={list}
      title="Invoices"
      actions={<ExportLink name={invoicesList.name} query={list.query} />}
      notices={
        <div ref={top} tabIndex={-1} className="grid gap-2 outline-none">
          <BillingTabs current={tab} />
          <UnsentInvoices onSend={(invoices) => setBatch({ purpose: 'send', invoices })} />
        </div>
      }
      selectable={mayBill}
      bulk={<SelectionButtons ids={[...list.selection.ids]} onOpen={setBatch} />}
      rowActions={listRowActions}
      firstStep={
        <Link
          className="hit-area text-sm font-medium text-accent-strong underline"
          to="/invoices?tab=ready"
        >
          See the loads that are ready to bill
        </Link>
      }
    >
      {batch && (
        <ReviewDialog
          {...batch}
          onClose={() => {
            setBatch(undefined)
            // The button that opened the dialog may be gone.
            setTimeout(() => restoreFocus(top.current))
          }}
        />
      )}
    </ListPage>
  )
}

function listRowActions({ id, number }: AnyRecord): RowAction[] {
  const name = typeof number === 'string' ? `invoice ${number}` : 'the draft'
  return [
    { text: 'Open', label: `Open ${name}`, Icon: Eye, to: invoiceAddress(id) },
    {
      text: 'PDF',
      label: `PDF of ${name}`,
      Icon: FileText,
      to: fileAddress(invoicePdf(id)),
      newTab: true,
    },
  ]
}
