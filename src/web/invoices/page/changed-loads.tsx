import { useNavigate } from 'react-router'
import type { BillingDrift, Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { invoiceAddress } from '#web/invoices/invoice-text.ts'
import { useInvoiceStep } from './use-invoice-step.ts'

type ChangedLoadsProps = { invoice: InvoiceDetails; onRebill: () => void }

/** Lists the loads whose charges changed after approval. The invoice never changes automatically (SPEC C171). */
export function ChangedLoads({ invoice, onRebill }: ChangedLoadsProps) {
  const { drift } = invoice
  if (drift.length === 0) return null
  const hasUnbilled = drift.some(({ unbilled }) => toCents(unbilled) > 0n)
  return (
    <section
      aria-label="Changed loads"
      className="grid gap-3 rounded-lg border border-waiting bg-waiting-soft p-4 text-sm text-waiting"
    >
      <p>The charges changed after this invoice was approved. The invoice stays as it is.</p>
      <ul className="grid gap-1">
        {drift.map((load) => (
          <DriftItem key={load.loadId} load={load} />
        ))}
      </ul>
      <OnlyFor permission="billing">
        <div className="flex flex-wrap gap-2">
          {hasUnbilled && <SupplementButton invoice={invoice} />}
          <Button variant="secondary" onClick={onRebill}>
            Credit and Rebill
          </Button>
        </div>
      </OnlyFor>
    </section>
  )
}

/** "Load L-1: billed $2,400.00, today $2,550.00". */
function DriftItem({ load: { loadId, loadNumber, billed, today } }: { load: BillingDrift }) {
  const difference = toCents(today) - toCents(billed)
  const sign = difference < 0n ? '−' : '+'
  const size = difference < 0n ? -difference : difference
  return (
    <li className="wrap-anywhere tabular-nums">
      Load{' '}
      <RecordLink to="loads" id={loadId}>
        {loadNumber}
      </RecordLink>
      : billed {formatMoney(toCents(billed))}, today {formatMoney(toCents(today))}{' '}
      <strong>
        ({sign}
        {formatMoney(size)})
      </strong>
    </li>
  )
}

/** A second invoice with the charges that are not billed yet. */
function SupplementButton({ invoice }: { invoice: InvoiceDetails }) {
  const navigate = useNavigate()
  const texts = { done: 'Draft created', failed: 'Failed to bill the difference' }
  const { run, busy } = useInvoiceStep<Invoice>(invoice, texts, ({ id }) => {
    void navigate(invoiceAddress(id))
  })
  return (
    <Button aria-disabled={busy} onClick={() => run('supplement', {})}>
      Bill the Difference
    </Button>
  )
}
