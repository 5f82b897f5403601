import { formatMoney } from '#core/money.ts'
import { findDifference, type ApplyRow } from '#core/receipts/fill.ts'
import {
  BEARERS,
  describeBearer,
  DIFFERENCE_KINDS,
  type Bearer,
  type DifferenceKind,
} from '#core/receipts/kinds.ts'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'

type DifferenceFieldsProps = {
  row: ApplyRow
  errors: Record<string, string>
  onEdit: (change: Partial<ApplyRow>) => void
}

/** Why the broker paid less, and who absorbs an accepted short pay. */
export function DifferenceFields({ row, errors, onEdit }: DifferenceFieldsProps) {
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
