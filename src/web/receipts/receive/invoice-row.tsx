import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { findDifference, isSelected, type ApplyRow } from '#core/receipts/fill.ts'
import { classes } from '#web/ui/classes.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { DifferenceFields } from './difference-fields.tsx'
import type { ApplyRows } from './use-apply-rows.ts'

type InvoiceRowProps = {
  row: ApplyRow
  list: ApplyRows
  /** The server's messages, by field: "amount", "differences.0.bears". */
  errors: Record<string, string>
}

/** One open invoice: checkbox, amount, and what the broker did not pay. */
export function InvoiceRow({ row, list, errors }: InvoiceRowProps) {
  const { invoice, amount } = row
  const { id, number, invoiceDate, dueOn, openAmount, disputed, loads, factor } = invoice
  const isActive = list.active?.invoice.id === id
  const problem = errors.amount ?? errors.invoiceId
  return (
    <li
      data-invoice={id}
      className={classes(
        'grid gap-2 border-t border-line p-3 first:border-t-0',
        isActive && 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]',
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)_9rem]">
        <label className="grid size-8 cursor-pointer place-items-center pointer-coarse:size-11">
          <Checkbox
            aria-label={`Pay invoice ${number}`}
            tabIndex={-1}
            checked={isSelected(row)}
            onChange={() => list.toggle(id)}
          />
        </label>
        <div className="min-w-0 wrap-anywhere">
          <p>
            <span className="font-medium">{number}</span>
            {loads.length > 0 && ' · Load '}
            {loads.map((load) => load.brokerLoadNumber ?? load.loadId).join(', ')}
          </p>
          <p className="text-muted">
            {formatDay(invoiceDate)}, due {formatDay(dueOn)} ·{' '}
            <span className="tabular-nums">{formatMoney(toCents(openAmount))} open</span>
            {toCents(disputed) > 0n && (
              <span className="text-danger-ink"> · {formatMoney(toCents(disputed))} disputed</span>
            )}
            {factor !== null && <span className="text-waiting"> · with {factor}</span>}
          </p>
        </div>
        <div className="min-w-0 max-sm:col-start-2">
          <MoneyInput
            aria-label={`Amount for invoice ${number}`}
            aria-invalid={problem !== undefined}
            placeholder="0.00"
            value={amount}
            onChange={(typed) => list.type(id, typed)}
          />
        </div>
        {problem && (
          <p className="col-span-full text-right text-xs font-medium text-danger-ink">{problem}</p>
        )}
      </div>
      {isSelected(row) && findDifference(row) > 0n && (
        <DifferenceFields
          row={row}
          errors={errors}
          onEdit={(change) => list.edit(id, (current) => ({ ...current, ...change }))}
        />
      )}
    </li>
  )
}
