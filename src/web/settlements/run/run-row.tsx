import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import { pluralize } from '#core/pluralize.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { describePartner, type SettlementOffsets } from '#core/settlements/offsets.ts'
import type { RunRow } from '#core/settlements/run/run.ts'
import { statementPath } from '#core/settlements/settlement.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { fileAddress } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { ActionIcon } from '#web/records/rows/row-action.tsx'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import { FigureCell, TableCell } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { PayeeForm } from '#web/settlements/payee/payee-form.tsx'
import { readSettlement } from '#web/settlements/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ExceptionActions } from './exception-actions.tsx'
import { ExceptionChips } from './exception-chips.tsx'

type SettlementCellsProps = {
  row: RunRow
  /** Undefined if the row cannot be selected in this step. */
  selected: boolean | undefined
  open: boolean
  exceptions: ExceptionActions
  onToggle: () => void
  onOpen: () => void
}

/** The cells of one settlement of the run. */
export function SettlementCells(props: SettlementCellsProps) {
  const { row, selected, open, exceptions, onToggle, onOpen } = props
  const { truckId, truck, settlementDate, billing, payeeName, method, offsets } = row
  const name = `truck ${truck}, ${formatDay(settlementDate)}`
  return (
    <>
      <TableCell label="Select" className="py-1 print:hidden">
        {selected !== undefined && (
          <SelectBox label={`Select ${name}`} checked={selected} onChange={onToggle} />
        )}
      </TableCell>
      <TableCell label="Payee" className="min-w-32 wrap-anywhere">
        <span>
          <PayeeName payee={row.payee} name={payeeName} />
          <span className="block text-xs text-muted">{methodLabel(method)}</span>
        </span>
      </TableCell>
      <TableCell label="Truck" className="min-w-22 wrap-anywhere">
        <span>
          <Link
            className="hit-area font-medium text-accent-strong underline"
            to={`/settlements?truck=${truckId}&date=${settlementDate}`}
          >
            {truck}
          </Link>
          <span className="block text-xs whitespace-nowrap text-muted">
            {formatDay(settlementDate)}
          </span>
        </span>
      </TableCell>
      <TableCell label="Statement #">
        <StatusBadge billing={billing} />
      </TableCell>
      <TableCell label="Exceptions">
        <div className="grid justify-items-start gap-1 max-sm:justify-items-end">
          <ExceptionChips row={row} actions={exceptions} />
          <ChangePayee row={row} />
          {offsets && <OffsetNote offsets={offsets} />}
        </div>
      </TableCell>
      <FigureCell label="Loads">{row.loads || 'No loads'}</FigureCell>
      <AmountCells {...row} />
      <TableCell label="Actions" className="py-1 print:hidden">
        <span className="flex justify-end gap-0.5">
          <ActionIcon
            action={{
              text: open ? 'Hide Lines' : 'Show Lines',
              label: `${open ? 'Hide' : 'Show'} lines: ${name}`,
              Icon: open ? ChevronDown : ChevronRight,
              onClick: onOpen,
            }}
          />
          {billing && (
            <ActionIcon
              action={{
                text: 'Open PDF',
                label: `Open PDF: ${name}`,
                Icon: FileText,
                to: fileAddress(statementPath(billing.id)),
                newTab: true,
              }}
            />
          )}
        </span>
      </TableCell>
    </>
  )
}

type Amounts = Pick<RunRow, 'revenue' | 'deductions' | 'extraPay' | 'net'>

/** Gross is loads and extra pay. Gross less deductions is the net. */
export function AmountCells({ revenue, deductions, extraPay, net }: Amounts) {
  const extra = toCents(extraPay)
  return (
    <>
      <FigureCell label="Gross">
        <span>
          <Money cents={toCents(revenue) + extra} />
          {extra !== 0n && (
            <span data-part className="block text-xs font-normal text-muted">
              of which {formatMoney(extra)} extra pay
            </span>
          )}
        </span>
      </FigureCell>
      <FigureCell label="Deductions">
        <Money cents={toCents(deductions) + extra} />
      </FigureCell>
      <FigureCell label="Net">
        <Money cents={toCents(net)} />
      </FigureCell>
    </>
  )
}

/** Links to the owner or driver. A truck without either has no payee. */
function PayeeName({ payee, name }: { payee: string; name: string | null }) {
  const [kind, id = ''] = payee.split(':')
  if (name === null) return <span className="text-muted">–</span>
  if (kind !== 'owner' && kind !== 'driver') return name
  return (
    <RecordLink to={kind === 'owner' ? 'owners' : 'drivers'} id={id}>
      {name}
    </RecordLink>
  )
}

function StatusBadge({ billing }: Pick<RunRow, 'billing'>) {
  if (!billing) return <Badge tone="neutral">Not Started</Badge>
  if (billing.status === 'pending') return <Badge tone="waiting">Draft</Badge>
  const option = SETTLEMENT_STATUSES.find(({ value }) => value === billing.status)
  return (
    <Link className="hit-area" to={statementAddress(billing.id)}>
      <Badge tone={option?.tone ?? 'neutral'}>{`${option?.label} #${billing.number}`}</Badge>
    </Link>
  )
}

/** "Covers $700.00 of truck 102. $2,300.00 is paid for 2 trucks." */
function OffsetNote({ offsets: { partners, paid } }: { offsets: SettlementOffsets }) {
  const trucks = pluralize(new Set(partners.map(({ truckId }) => truckId)).size + 1, 'truck')
  return (
    <span className="text-xs text-muted">
      Offset: {partners.map(describePartner).join('; ')}. {formatMoney(toCents(paid))} paid for{' '}
      {trucks}.
    </span>
  )
}

function methodLabel(method: string | null): string {
  return STATEMENT_PAYMENT_METHODS.find(({ value }) => value === method)?.label ?? '–'
}

/** Changes the payee of a draft that doesn't pay the truck's current owner or driver, or has no payee (SPEC C8, C10, C342). */
function ChangePayee({ row }: { row: RunRow }) {
  const { truck, billing, changedPayee, payeeName } = row
  const [open, setOpen] = useState(false)
  const mayChange = useMay('payroll')
  const id = billing?.id ?? 0
  const { data } = useQuery({
    queryKey: ['settlement', id, billing?.version],
    queryFn: () => readSettlement(id),
    enabled: open,
  })
  if (!mayChange || billing?.status !== 'pending') return null
  if (!changedPayee && payeeName !== null) return null
  const label = changedPayee ? 'Change Payee' : 'Choose Payee'
  return (
    <>
      <Button
        variant="secondary"
        aria-label={`${label}: truck ${truck}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && data && (
        <PayeeForm
          billing={data}
          name={changedPayee?.payee ?? null}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
