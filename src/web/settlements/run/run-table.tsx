import { Fragment } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { sumColumn, type RunRow } from '#core/settlements/run/run.ts'
import { rowProps } from '#web/records/list/use-row-keys.ts'
import {
  FigureCell,
  FigureTable,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { RowDetails } from './row-details.tsx'
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
  onOpen: (row: RunRow) => void
}

/** The settlements of the week, with a total for each payee who has several. */
export function RunTable({ rows, ...props }: RunTableProps) {
  const payees = [...Map.groupBy(rows, ({ payee }) => payee).values()]
  return (
    <SidewaysScroll
      fixed="second"
      className="@container rounded-lg border border-line bg-surface max-xl:[&_td]:px-2 max-xl:[&_th]:px-2"
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

function SettlementRow({ row, selection, opened, onOpen }: SettlementRowProps) {
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
