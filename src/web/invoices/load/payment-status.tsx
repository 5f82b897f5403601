import type { AnyRecord } from '#core/entities/entity.ts'
import type { LoadInvoices } from '#core/invoices/responses.ts'
import { findBadge } from '#core/statuses.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'

type PaymentStatusProps = { load: AnyRecord; invoices: LoadInvoices }

/** Where the load's payment status comes from, and a button that makes a manually set status automatic again (SPEC C172). */
export function PaymentStatus({ load, invoices }: PaymentStatusProps) {
  const mayChange = useMay('loads')
  const { paymentStatus, paymentStatusByHand } = invoices
  const { label } = findBadge(paymentStatus)
  const { run, busy } = useAction({
    send: () => request('POST', `/api/loads/${load.id}/payment-status/automatic`),
    done: 'The payment status follows the invoice',
    failed: 'Failed to change the payment status',
  })
  if (!paymentStatusByHand)
    return <p className="text-sm text-muted">Payment status: {label}, from the invoice.</p>
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="text-waiting">
        Payment status: {label}, set manually. It does not follow the invoice.
      </p>
      {mayChange && (
        <Button variant="secondary" aria-disabled={busy} onClick={() => run()}>
          Back to Automatic
        </Button>
      )}
    </div>
  )
}
