import { toCents } from '#core/money.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import { sumRow, type GridRow } from '#core/payments/pay-grid.ts'
import { FigureCell, Row, TableCell } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { Edits, Problem } from './use-pay-grid.ts'

type PayGridRowProps = {
  row: GridRow
  reference: string
  problem: Problem | undefined
  onEdit: (change: Edits) => void
  onConfirm: (field: string) => void
}

/** One payee. `data-column` lets the keyboard move to the same field of the next row. */
export function PayGridRow({ row, reference, problem, onEdit, onConfirm }: PayGridRowProps) {
  const name = row.name ?? 'Unknown payee'
  const { net, paid } = sumRow(row)
  const label = (field: string) => `${field}: ${name}`
  return (
    <Row>
      <TableCell label="Pay">
        <label className="grid size-8 cursor-pointer place-items-center pointer-coarse:size-11">
          <Checkbox
            aria-label={label('Pay')}
            data-column="pay"
            checked={row.included}
            onChange={(event) => onEdit({ included: event.target.checked })}
          />
        </label>
      </TableCell>
      <TableCell label="Payee" className="min-w-28 wrap-anywhere">
        {name}
        {toCents(row.unapplied) > 0n && (
          <span className="block text-xs text-waiting">
            <Money cents={toCents(row.unapplied)} /> unapplied
          </span>
        )}
        {problem && <RowProblem name={name} problem={problem} onConfirm={onConfirm} />}
      </TableCell>
      <TableCell label="Statements" className="wrap-anywhere">
        {row.statements.map(({ number, truck }) => `#${number} (${truck})`).join(', ')}
      </TableCell>
      <TableCell label="Method">
        <Select
          aria-label={label('Method')}
          data-column="method"
          className="min-w-32"
          value={row.method}
          onChange={(method) => onEdit({ method })}
          options={STATEMENT_PAYMENT_METHODS}
        />
      </TableCell>
      <TableCell label="Reference">
        <TextInput
          aria-label={label('Check # or Reference')}
          data-column="reference"
          autoComplete="off"
          className="min-w-24"
          value={reference}
          onChange={(event) => onEdit({ typedReference: event.target.value })}
        />
      </TableCell>
      <FigureCell label="Net">
        <Money cents={toCents(net)} />
      </FigureCell>
      <FigureCell label="Already Paid">
        <Money cents={toCents(paid)} />
      </FigureCell>
      <FigureCell label="To Pay">
        <MoneyInput
          aria-label={label('To Pay')}
          aria-invalid={problem !== undefined}
          data-column="amount"
          className="ml-auto max-w-32 min-w-24"
          value={row.amount}
          onChange={(amount) => onEdit({ amount })}
        />
      </FigureCell>
    </Row>
  )
}

type RowProblemProps = Pick<PayGridRowProps, 'onConfirm'> & { name: string; problem: Problem }

/** Why the row was not paid, and the button that confirms it. */
function RowProblem({ name, problem: { message, field }, onConfirm }: RowProblemProps) {
  return (
    <span className="mt-1 grid justify-items-start gap-1 text-xs font-medium text-danger-ink">
      {message}
      {field && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Confirm: ${name}`}
          onClick={() => onConfirm(field)}
        >
          Confirm
        </Button>
      )}
    </span>
  )
}
