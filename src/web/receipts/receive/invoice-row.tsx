import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { type ApplyRow, findDifference, isSelected } from '#core/receipts/fill.ts'
import {
  type Bearer,
  BEARERS,
  describeBearer,
  DIFFERENCE_KINDS,
  type DifferenceKind,
} from '#core/receipts/kinds.ts'
import { classes } from '#web/ui/classes.ts'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
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

type DifferenceFieldsProps = {
  row: ApplyRow
  errors: Record<string, string>
  onEdit: (change: Partial<ApplyRow>) => void
}

/** Why the broker paid less, and who absorbs an accepted short pay. */
function DifferenceFields({ row, errors, onEdit }: DifferenceFieldsProps) {
  const { invoice, kind, reason } = row
  const problem = Object.entries(errors).find(([field]) => field.startsWith('differences'))?.[1]
  return (
    <div className="grid gap-2 pl-11 text-sm pointer-coarse:pl-14">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-waiting tabular-nums">
          {formatMoney(findDifference(row))} not paid:
        </span>
        <Select
          aria-label={`Why less was paid for invoice ${invoice.number}`}
          className="max-w-52"
          value={kind}
          onChange={(value) => onEdit({ kind: value as DifferenceKind | '' })}
          options={[{ value: '', label: 'Stays Open' }, ...DIFFERENCE_KINDS]}
        />
        {kind !== '' && (
          <TextInput
            aria-label={`Reason for invoice ${invoice.number}`}
            placeholder={kind === 'short-pay-accepted' ? 'Reason (required)' : 'Reason'}
            autoComplete="off"
            className="max-w-72"
            value={reason}
            onChange={(event) => onEdit({ reason: event.target.value })}
          />
        )}
      </div>
      {kind === 'short-pay-accepted' && <BearerFields row={row} onEdit={onEdit} />}
      {kind === 'short-pay-disputed' && (
        <p className="text-xs text-muted">It stays open and is shown as disputed.</p>
      )}
      {problem && <p className="text-xs font-medium text-danger-ink">{problem}</p>}
    </div>
  )
}

function BearerFields({ row, onEdit }: Omit<DifferenceFieldsProps, 'errors'>) {
  const { invoice, bears, ownerAmount, loadId } = row
  const loads = invoice.loads.map((load) => ({ value: String(load.id), label: load.loadId }))
  const sharesLoad = bears === 'owner' || bears === 'both'
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={`Who absorbs the short pay of invoice ${invoice.number}`}
          placeholder="Who absorbs the cost?"
          className="max-w-44"
          value={bears}
          onChange={(value) => onEdit({ bears: value as Bearer | '' })}
          options={BEARERS}
        />
        {bears === 'both' && (
          <MoneyInput
            aria-label={`Owner’s share of invoice ${invoice.number}`}
            placeholder="Owner’s share"
            className="max-w-36"
            value={ownerAmount}
            onChange={(value) => onEdit({ ownerAmount: value })}
          />
        )}
        {sharesLoad && loads.length > 1 && (
          <Select
            aria-label={`Load for the owner’s share, invoice ${invoice.number}`}
            placeholder="Which load?"
            className="max-w-44"
            value={loadId}
            onChange={(value) => onEdit({ loadId: value })}
            options={loads}
          />
        )}
      </div>
      <p className="text-xs text-muted">{describeBearer(bears)}</p>
    </>
  )
}
