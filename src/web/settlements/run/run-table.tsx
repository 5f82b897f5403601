import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { describePartner, type SettlementOffsets } from '#core/settlements/offsets.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { sumColumn, type RunRow } from '#core/settlements/run.ts'
import {
  TableCell,
  FigureCell,
  FigureTable,
  Row,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ChangePayee } from './change-payee.tsx'

const HEADS = [
  'Truck',
  'Date',
  'Status',
  'Exceptions',
  'Loads',
  'Revenue',
  'Extra Pay',
  'Deductions',
  'Net',
]
const FIRST_FIGURE = 4

export function RunTable({ rows }: { rows: RunRow[] }) {
  if (rows.length === 0)
    return <p className="text-sm text-muted">No loads have a settlement date this week.</p>
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <FigureTable caption="Settlements of the week" heads={HEADS} firstFigure={FIRST_FIGURE}>
        {rows.map((row) => (
          <SettlementRow key={`${row.truckId} ${row.settlementDate}`} row={row} />
        ))}
        <RunTotals rows={rows} />
      </FigureTable>
    </div>
  )
}

function SettlementRow({ row }: { row: RunRow }) {
  const { truckId, truck, settlementDate, exceptions } = row
  return (
    <Row>
      <TableCell label="Truck" className="wrap-anywhere">
        <Link
          className="hit-area font-medium text-accent-strong underline"
          to={`/settlements?truck=${truckId}&date=${settlementDate}`}
        >
          {truck}
        </Link>
      </TableCell>
      <TableCell label="Date" className="whitespace-nowrap">
        {formatDay(settlementDate)}
      </TableCell>
      <TableCell label="Status">
        <StatusBadge billing={row.billing} />
      </TableCell>
      <TableCell label="Exceptions" className="text-waiting">
        {exceptions.length ? exceptions.join('; ') : <span className="text-muted">None</span>}
        <ChangePayee row={row} />
        {row.offsets && <OffsetNote offsets={row.offsets} />}
      </TableCell>
      <FigureCell label="Loads">{row.loads || 'No loads'}</FigureCell>
      <MoneyCells {...row} />
    </Row>
  )
}

/** "Covers $700.00 of truck 102. $2,300.00 is paid for 2 trucks." */
function OffsetNote({ offsets: { partners, paid } }: { offsets: SettlementOffsets }) {
  const trucks = pluralize(new Set(partners.map(({ truckId }) => truckId)).size + 1, 'truck')
  return (
    <span className="block text-xs text-muted">
      Offset: {partners.map(describePartner).join('; ')}. {formatMoney(toCents(paid))} paid for{' '}
      {trucks}.
    </span>
  )
}

function StatusBadge({ billing }: Pick<RunRow, 'billing'>) {
  if (!billing) return <Badge tone="neutral">Not Started</Badge>
  const option = SETTLEMENT_STATUSES.find(({ value }) => value === billing.status)
  const number = billing.number === null ? '' : ` #${billing.number}`
  return <Badge tone={option?.tone ?? 'neutral'}>{`${option?.label}${number}`}</Badge>
}

function RunTotals({ rows }: { rows: RunRow[] }) {
  const loads = rows.reduce((sum, row) => sum + row.loads, 0)
  return (
    <TotalRow title={`Total (${pluralize(rows.length, 'settlement')})`} firstFigure={FIRST_FIGURE}>
      <FigureCell label="Loads">{loads}</FigureCell>
      <MoneyCells
        revenue={sumColumn(rows, 'revenue')}
        deductions={sumColumn(rows, 'deductions')}
        extraPay={sumColumn(rows, 'extraPay')}
        net={sumColumn(rows, 'net')}
      />
    </TotalRow>
  )
}

type Amounts = Pick<RunRow, 'revenue' | 'deductions' | 'extraPay' | 'net'>

/** Revenue and extra pay less deductions is the net. */
function MoneyCells({ revenue, deductions, extraPay, net }: Amounts) {
  return (
    <>
      <FigureCell label="Revenue">
        <Money cents={toCents(revenue)} />
      </FigureCell>
      <FigureCell label="Extra Pay">
        <Money cents={toCents(extraPay)} />
      </FigureCell>
      <FigureCell label="Deductions">
        <Money cents={toCents(deductions) + toCents(extraPay)} />
      </FigureCell>
      <FigureCell label="Net">
        <Money cents={toCents(net)} />
      </FigureCell>
    </>
  )
}
