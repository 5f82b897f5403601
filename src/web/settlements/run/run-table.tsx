import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { addUp, type Amount, formatMoney, negate, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { isExtraPay } from '#core/settlements/extra-pay.ts'
import { lineNameInCategory } from '#core/settlements/lines.ts'
import { type RunRow, sumColumn } from '#core/settlements/run/run.ts'
import { rowProps } from '#web/records/list/use-row-keys.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import {
  FigureCell,
  FigureTable,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { linesQuery, previewQuery } from '#web/settlements/queries.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ExceptionActions } from './exception-actions.tsx'
import { AmountCells, SettlementCells } from './run-row.tsx'
import { rowKey } from './run-steps.ts'
import type { RunSelection } from './use-run-selection.ts'

const HEADS = [
  'Select',
  'Payee',
  'Truck',
  'Statement #',
  'Exceptions',
  'Loads',
  'Gross',
  'Deductions',
  'Net',
  'Actions',
]
const FIRST_FIGURE = 5

type RunTableProps = {
  /** Sorted by payee. */
  rows: RunRow[]
  selection: RunSelection
  /** Keys of the rows whose lines are shown. */
  opened: ReadonlySet<string>
  exceptions: ExceptionActions
  onOpen: (row: RunRow) => void
}

/** The settlements of the week, with a total for each payee who has several. */
export function RunTable({ rows, ...props }: RunTableProps) {
  const payees = [...Map.groupBy(rows, ({ payee }) => payee).values()]
  return (
    <SidewaysScroll
      fixed="second"
      className="run-table @container rounded-lg border border-line bg-surface max-sm:[&_td]:px-3.5 sm:max-xl:[&_td]:px-2 sm:max-xl:[&_th]:px-2"
    >
      <FigureTable caption="Settlements of the week" heads={HEADS} firstFigure={FIRST_FIGURE}>
        {payees.map((ofPayee) => (
          <Fragment key={ofPayee[0]?.payee}>
            {ofPayee.map((row) => (
              <SettlementRow key={rowKey(row)} row={row} {...props} />
            ))}
            {ofPayee.length > 1 && (
              <Totals
                title={`Total for ${ofPayee[0]?.payeeName} (${ofPayee.length})`}
                rows={ofPayee}
              />
            )}
          </Fragment>
        ))}
        <Totals title={`Total (${pluralize(rows.length, 'settlement')})`} rows={rows} />
      </FigureTable>
    </SidewaysScroll>
  )
}

type SettlementRowProps = Omit<RunTableProps, 'rows'> & { row: RunRow }

function SettlementRow({ row, selection, opened, exceptions, onOpen }: SettlementRowProps) {
  const canSelect = selection.canSelect(row)
  const open = opened.has(rowKey(row))
  // J and K move between the rows of the step only.
  const keys = canSelect ? { ...rowProps(row.truckId), 'data-row': rowKey(row) } : {}
  return (
    <>
      <tr
        {...keys}
        data-selected={(canSelect && selection.isSelected(row)) || undefined}
        className="border-t border-line focus-visible:-outline-offset-2 data-selected:bg-accent-soft"
      >
        <SettlementCells
          row={row}
          selected={canSelect ? selection.isSelected(row) : undefined}
          open={open}
          exceptions={exceptions}
          onToggle={() => selection.toggle(row)}
          onOpen={() => onOpen(row)}
        />
      </tr>
      {open && (
        <tr className="bg-head">
          <td colSpan={HEADS.length} className="px-3">
            <RowDetails row={row} />
          </td>
        </tr>
      )}
    </>
  )
}

function Totals({ title, rows }: { title: string; rows: RunRow[] }) {
  return (
    <TotalRow title={title} firstFigure={FIRST_FIGURE}>
      <FigureCell label="Loads">{rows.reduce((sum, row) => sum + row.loads, 0)}</FigureCell>
      <AmountCells
        revenue={sumColumn(rows, 'revenue')}
        deductions={sumColumn(rows, 'deductions')}
        extraPay={sumColumn(rows, 'extraPay')}
        net={sumColumn(rows, 'net')}
      />
      <TableCell label="" className="print:hidden">
        {null}
      </TableCell>
    </TotalRow>
  )
}

type ShownLine = { key: string; label: ReactNode; formula?: string | null; amount: Amount }

/** The loads, extra pay and deductions of a settlement in the run: they add up to its columns (SPEC C354). An unsaved settlement shows the lines that it would have. */
function RowDetails({ row }: { row: RunRow }) {
  const preview = useQuery(previewQuery(row.truckId, row.settlementDate))
  const saved = useQuery(linesQuery(row.billing?.id ?? null))
  const failed = [preview, saved].find(({ error }) => error)
  if (failed?.error) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
  if (!preview.data || (row.billing && !saved.data)) return <Skeleton className="h-16" />
  const loads = (preview.data.loads ?? []).map((load): ShownLine => ({
    key: String(load.id),
    label: (
      <RecordLink to="loads" id={load.id}>
        {load.loadId}
      </RecordLink>
    ),
    formula: [load.pickupCity, load.deliveryCity].filter(Boolean).join(' – '),
    amount: load.revenue,
  }))
  const lines = saved.data ?? preview.data.proposed ?? []
  const extraPay = lines.filter(isExtraPay).map((line, index): ShownLine => ({
    key: `extra ${index}`,
    label: lineNameInCategory(line),
    formula: ['Extra pay', line.formula].filter(Boolean).join(' · '),
    amount: negate(line.amount),
  }))
  const deductions = lines
    .filter((line) => !isExtraPay(line))
    .map((line, index): ShownLine => ({
      key: String(index),
      label: lineNameInCategory(line),
      formula: line.formula,
      amount: line.amount,
    }))
  return (
    <div className="left-3 grid w-full gap-4 py-2 text-left sm:sticky sm:w-[calc(100cqw-1.5rem)] md:grid-cols-2">
      <Lines title="Earnings" total="Gross" lines={[...loads, ...extraPay]} none="No loads" />
      <Lines title="Deductions" total="Total" lines={deductions} none="No deductions" />
    </div>
  )
}

type LinesProps = { title: string; total: string; lines: ShownLine[]; none: string }

function Lines({ title, total, lines, none }: LinesProps) {
  return (
    <section className="min-w-0">
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {lines.length === 0 && <p className="text-sm text-muted">{none}</p>}
      <ul className="text-sm">
        {lines.map(({ key, label, formula, amount }) => (
          <li key={key} className="flex justify-between gap-3 border-b border-line py-1">
            <span className="min-w-0 wrap-anywhere">
              {label}
              {formula && <span className="ml-2 text-xs text-muted">{formula}</span>}
            </span>
            <span className="tabular-nums">{formatMoney(toCents(amount))}</span>
          </li>
        ))}
        {lines.length > 0 && (
          <li className="flex justify-between gap-3 py-1 font-semibold">
            <span>{total}</span>
            <span className="tabular-nums">
              {formatMoney(addUp(lines.map(({ amount }) => amount)))}
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}
