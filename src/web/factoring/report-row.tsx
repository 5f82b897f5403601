import { X } from 'lucide-react'
import { ENTRY_KINDS, namesInvoice, type FactorEntryKind } from '#core/factoring/entries.ts'
import type { FactoredInvoice } from '#core/factoring/responses.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { proposeAmount, type TypedEntry } from './report-entries.ts'

type ReportRowProps = {
  row: TypedEntry
  number: number
  invoices: readonly FactoredInvoice[]
  /** The field that must be corrected first. */
  wrong: 'invoiceId' | 'amount' | null
  onChange: (row: TypedEntry) => void
  onRemove: () => void
}

/** One entry: what it is, its invoice and its amount. */
export function ReportRow({ row, number, invoices, wrong, onChange, onRemove }: ReportRowProps) {
  function change(next: TypedEntry) {
    const invoice = invoices.find(({ id }) => String(id) === next.invoiceId)
    const amount = next.amount === '' ? proposeAmount(next.kind, invoice) : null
    onChange(amount === null ? next : { ...next, amount })
  }
  return (
    <div
      role="group"
      aria-label={`Entry ${number}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_minmax(0,9rem)_auto]"
    >
      <Select
        aria-label="Entry"
        value={row.kind}
        options={ENTRY_KINDS}
        onChange={(kind) => change({ ...row, kind: kind as FactorEntryKind })}
      />
      <IconButton label={`Remove entry ${number}`} className="sm:order-last" onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </IconButton>
      <Select
        aria-label="Invoice"
        aria-invalid={wrong === 'invoiceId'}
        className="max-sm:col-span-2"
        disabled={!namesInvoice(row.kind)}
        value={namesInvoice(row.kind) ? row.invoiceId : ''}
        placeholder={namesInvoice(row.kind) ? 'Choose the invoice' : 'No invoice'}
        options={invoices.map(({ id, number: invoice, brokerName }) => ({
          value: String(id),
          label: `${invoice} · ${brokerName}`,
        }))}
        onChange={(invoiceId) => change({ ...row, invoiceId })}
      />
      <div className="max-sm:col-span-2">
        <MoneyInput
          aria-label="Amount"
          aria-invalid={wrong === 'amount'}
          adornment="$"
          value={row.amount}
          onChange={(amount) => onChange({ ...row, amount })}
        />
      </div>
    </div>
  )
}
