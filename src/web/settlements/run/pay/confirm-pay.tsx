import { formatDay } from '#core/calendar.ts'
import { formatMoney, readTypedAmount, toCents } from '#core/money.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import { sumIncluded, type NumberedRow } from '#core/payments/pay-grid.ts'
import { pluralize } from '#core/pluralize.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type ConfirmPayProps = {
  rows: readonly NumberedRow[]
  paidOn: string
  onPay: () => void
  onClose: () => void
}

/** The sum and the payees before they are paid, and the checks without a number (SPEC C352). */
export function ConfirmPay({ rows, paidOn, onPay, onClose }: ConfirmPayProps) {
  const total = formatMoney(toCents(sumIncluded(rows.map(({ row }) => row))))
  const payees = pluralize(rows.length, 'Payee')
  const unnumbered = rows.filter(
    ({ row, reference }) => row.method === 'check' && !reference.trim(),
  )
  return (
    <Dialog
      open
      title={`Pay ${total} to ${payees}?`}
      description={`Posted with the date ${formatDay(paidOn)}.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="grid gap-4 text-sm">
        <ul aria-label="Payments" className="grid gap-1">
          {rows.map(({ row, reference }) => (
            <li key={row.payee} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                {row.name ?? 'Unknown payee'}
                <span className="text-muted"> {describeMethod(row.method, reference)}</span>
              </span>
              <span className="tabular-nums">
                {formatMoney(toCents(readTypedAmount(row.amount) ?? '0.00'))}
              </span>
            </li>
          ))}
          <li className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-1 font-semibold">
            <span>Total</span>
            <span className="tabular-nums">{total}</span>
          </li>
        </ul>
        {unnumbered.length > 0 && (
          <p role="alert" className="text-waiting">
            {pluralize(unnumbered.length, 'check')} without a number. You can add numbers later on
            the Payments screen.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button data-first-focus onClick={onPay}>{`Pay ${total}`}</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** "Check 1001", "ACH", "Check, no number". */
function describeMethod(method: string, reference: string): string {
  const label = STATEMENT_PAYMENT_METHODS.find(({ value }) => value === method)?.label ?? method
  if (reference.trim()) return `${label} ${reference.trim()}`
  return method === 'check' ? `${label}, no number` : label
}
