import { useQuery } from '@tanstack/react-query'
import { Eye, FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { AnyRecord } from '#core/entities/entity.ts'
import { invoicesList } from '#core/invoices/invoices.ts'
import type { Invoice, NotReadyLoad, Ready } from '#core/invoices/responses.ts'
import { MAX_PACKETS, packetsZipPath } from '#core/packets/packets.ts'
import { fileAddress } from '#web/api/client.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { saveFile } from '#web/api/save-file.ts'
import { useAction } from '#web/api/use-action.ts'
import { invoiceAddress, invoicePdf } from '#web/invoices/invoice-text.ts'
import { billingQuery, readInvoices } from '#web/invoices/queries.ts'
import { ReadyTab } from '#web/invoices/ready/ready-tab.tsx'
import { CELL, FIGURE, LoadCells } from '#web/invoices/ready/ready-table.tsx'
import { ReviewDialog } from '#web/invoices/ready/review-dialog.tsx'
import type { SendPurpose } from '#web/invoices/ready/send-ways.ts'
import { UnsentInvoices } from '#web/invoices/ready/unsent-invoices.tsx'
import { ListPage } from '#web/records/list/list-page.tsx'
import { useList } from '#web/records/list/use-list.ts'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import type { RowAction } from '#web/records/rows/row-action.tsx'
import { RequiredToBill } from '#web/required-papers/required-to-bill.tsx'
import { ExportLink } from '#web/transfer/export-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { BillingTabs } from './billing-tabs.tsx'
import { findFix } from './find-fix.ts'
import { type BillingTab, readTab } from './tabs.ts'

/** Loads to bill and invoices, from Not Ready to Sent (SPEC C165). */
export function InvoicesPage() {
  const [params] = useSearchParams()
  const tab = readTab(params)
  if (tab === 'not-ready' || tab === 'ready') return <LoadsToBill tab={tab} />
  return <InvoiceList key={tab} tab={tab} />
}

function LoadsToBill({ tab }: { tab: BillingTab }) {
  const query = useQuery(billingQuery)
  return (
    <Page title="Invoices" description={DESCRIPTIONS[tab]}>
      <BillingTabs current={tab} />
      <Query of={query} skeleton="h-64">
        {(data) => <Loads tab={tab} billing={data} />}
      </Query>
    </Page>
  )
}

function Loads({ tab, billing }: { tab: BillingTab; billing: Ready }) {
  return tab === 'ready' ? <ReadyTab billing={billing} /> : <NotReadyTab billing={billing} />
}

const DESCRIPTIONS: Partial<Record<BillingTab, string>> = {
  'not-ready': 'Delivered loads that still need something before they can be billed.',
  ready: 'Select loads, check the drafts, approve.',
}

const HEADS = ['Load #', 'Broker Load #', 'Route', 'Delivered', 'Amount', 'Broker', 'Why']
const AMOUNT = 4

/** Delivered loads that can't be billed, each with what it needs and a link to it. */
function NotReadyTab({ billing: { notReady, more } }: { billing: Ready }) {
  if (notReady.length === 0)
    return (
      <p className="rounded-lg border border-line bg-surface p-5 text-sm text-muted">
        Every delivered load is billed or ready to bill.
      </p>
    )
  return (
    <section aria-label="Not ready" className="grid min-w-0 gap-3">
      <RequiredToBill missing={notReady.map(({ missingToBill }) => missingToBill)} />
      <SidewaysScroll className="rounded-lg border border-line bg-surface">
        <table className="records w-full border-collapse text-sm">
          <caption className="sr-only">Loads that are not ready to bill</caption>
          <thead>
            <tr className="bg-head">
              {HEADS.map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={classes('whitespace-nowrap', index === AMOUNT ? FIGURE : CELL)}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notReady.map((load) => (
              <NotReadyRow key={load.id} load={load} />
            ))}
          </tbody>
        </table>
      </SidewaysScroll>
      {more && (
        <p className="text-sm text-muted">
          The oldest loads are shown. More appear when these are fixed.
        </p>
      )}
    </section>
  )
}

function NotReadyRow({ load }: { load: NotReadyLoad }) {
  return (
    <tr className="border-t border-line">
      <LoadCells load={load} />
      <td className={`${CELL} min-w-32 wrap-anywhere`} data-label="Broker">
        {load.brokerName ?? <span className="text-muted">–</span>}
      </td>
      <td className={`${CELL} min-w-44`} data-label="Why">
        <ul className="grid gap-0.5">
          {load.reasons.map((reason) => (
            <li key={reason}>
              <Reason load={load} reason={reason} />
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

/** The reason is the link to where it is fixed. */
function Reason({ load, reason }: { load: NotReadyLoad; reason: string }) {
  return (
    <Link
      className="hit-area relative text-left wrap-anywhere text-accent-strong underline"
      to={findFix(load, reason)}
    >
      {reason}
      <span className="sr-only"> of load {load.loadId}</span>
    </Link>
  )
}

/** The list of invoices behind Open, Overdue & Disputed and All, with filters and CSV (SPEC C165). */
function InvoiceList({ tab }: { tab: BillingTab }) {
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

/** What one step of the screen handles. */
type Batch = { purpose: SendPurpose; invoices: Invoice[] }

type SelectionButtonsProps = { ids: number[]; onOpen: (batch: Batch) => void }

/** Approves the selected drafts, or downloads or sends the selected approved invoices (SPEC C246, C351). Others are left out. */
function SelectionButtons({ ids, onOpen }: SelectionButtonsProps) {
  const reading = { failed: "Couldn't read the invoices", refetch: 'nothing' } as const
  const { run, busy } = useAction({
    ...reading,
    send: (_purpose: SendPurpose) => readInvoices(ids),
    onDone(selected, purpose) {
      const needed = purpose === 'approve' ? 'draft' : 'approved'
      const invoices = selected.filter(({ state }) => state === needed)
      if (invoices.length > 0) onOpen({ purpose, invoices })
      else toast(purpose === 'approve' ? 'No selected invoice is a draft' : NONE_APPROVED)
    },
  })
  const zip = useAction({
    ...reading,
    send: () => readInvoices(ids),
    onDone(selected) {
      const approved = selected.filter(({ state }) => state === 'approved').map(({ id }) => id)
      if (approved.length === 0) toast(NONE_APPROVED)
      else if (approved.length > MAX_PACKETS) toast(`At most ${MAX_PACKETS} packets at once`)
      else saveFile(packetsZipPath(approved))
    },
  })
  return (
    <>
      <OnlyFor permission="export">
        <Button variant="secondary" aria-disabled={zip.busy} onClick={() => zip.run()}>
          Download Packets (ZIP)
        </Button>
      </OnlyFor>
      <Button variant="secondary" aria-disabled={busy} onClick={() => run('send')}>
        Send…
      </Button>
      <Button aria-disabled={busy} onClick={() => run('approve')}>
        Approve…
      </Button>
    </>
  )
}

const NONE_APPROVED = 'No selected invoice is approved'
