import { formatDay } from '#core/calendar.ts'
import { addUp, formatMoney, formatQuantity, toAmount, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import type { SettlementLoad } from '#core/settlements/settlement.ts'
import { formatRoute } from '#web/records/format.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import {
  FigureCell,
  FigureTable,
  Row,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'

const HEADS = ['Load #', 'Route', 'Delivery', 'Broker', 'Miles', 'Revenue']
const FIRST_FIGURE = 4

/** The loads of a statement, as it prints them. */
export function StatementLoads({ loads }: { loads: SettlementLoad[] }) {
  if (loads.length === 0)
    return <p className="text-sm text-muted">No loads are on this statement.</p>
  return (
    <SidewaysScroll>
      <FigureTable caption="Loads of the statement" heads={HEADS} firstFigure={FIRST_FIGURE}>
        {loads.map((load) => (
          <LoadRow key={load.id} load={load} />
        ))}
        <TotalRow title={`Total (${pluralize(loads.length, 'load')})`} firstFigure={FIRST_FIGURE}>
          <FigureCell label="Miles">
            {formatQuantity(toAmount(addUp(loads.map(({ miles }) => miles))))}
          </FigureCell>
          <FigureCell label="Revenue">
            {formatMoney(addUp(loads.map(({ revenue }) => revenue)))}
          </FigureCell>
        </TotalRow>
      </FigureTable>
    </SidewaysScroll>
  )
}

function LoadRow({ load }: { load: SettlementLoad }) {
  const { id, loadId, deliveryDate, broker, miles, revenue } = load
  return (
    <Row>
      <TableCell label="Load #" className="wrap-anywhere">
        <RecordLink to="loads" id={id}>
          {loadId}
        </RecordLink>
      </TableCell>
      <TableCell label="Route" className="min-w-36 wrap-anywhere">
        {formatRoute(load)}
      </TableCell>
      <TableCell label="Delivery" className="whitespace-nowrap">
        {deliveryDate === null ? 'N/A' : formatDay(deliveryDate)}
      </TableCell>
      <TableCell label="Broker" className="wrap-anywhere">
        {broker ?? 'N/A'}
      </TableCell>
      <FigureCell label="Miles">{formatQuantity(miles)}</FigureCell>
      <FigureCell label="Revenue">{formatMoney(toCents(revenue))}</FigureCell>
    </Row>
  )
}
