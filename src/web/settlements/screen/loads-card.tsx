import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { addUp, formatMoney, formatQuantity, toAmount, toCents } from '#core/money.ts'
import type { SettlementLoad } from '#core/settlements/settlement.ts'
import { formatRoute } from '#web/records/format.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import {
  TableCell,
  FigureCell,
  FigureTable,
  Row,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { ExtraPayPanel } from '#web/settlements/lines/extra-pay-panel.tsx'
import { Card } from '#web/ui/card.tsx'
import { TwoLines } from '#web/settlements/two-lines.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { useSettlement } from './use-settlement.ts'

const HEADS = ['Load #', 'Route', 'Pickup', 'Delivery', 'Miles', 'Revenue']
const FIRST_FIGURE = 4

/** The earnings: the loads that add up to the revenue, and extra pay. */
export function LoadsCard() {
  const { loaded, preview } = useSettlement()
  if (!loaded || !preview?.loads) return null
  const { loads } = preview
  const title = `Loads with settlement date ${formatDay(loaded.settlementDate)}`
  return (
    <Card title="Earnings" description={`${title}, current values.`}>
      {loads.length === 0 ? (
        <p className="text-sm text-muted">
          <strong>No loads.</strong> This truck has no loads with this settlement date.
        </p>
      ) : (
        <SidewaysScroll>
          <FigureTable caption={title} heads={HEADS} firstFigure={FIRST_FIGURE}>
            {loads.map((load) => (
              <LoadRow key={load.id} load={load} />
            ))}
            <LoadTotals loads={loads} />
          </FigureTable>
        </SidewaysScroll>
      )}
      <ExtraPayPanel />
    </Card>
  )
}

function LoadRow({ load }: { load: SettlementLoad }) {
  return (
    <Row>
      <TableCell label="Load #" className="min-w-28 wrap-anywhere">
        <RecordLink to="loads" id={load.id}>
          <TwoLines>{load.loadId}</TwoLines>
        </RecordLink>
      </TableCell>
      <TableCell label="Route" className="min-w-36 wrap-anywhere">
        <TwoLines>{formatRoute(load)}</TwoLines>
      </TableCell>
      <TableCell label="Pickup" className="whitespace-nowrap">
        {formatDay(load.pickupDate)}
      </TableCell>
      <TableCell label="Delivery" className="whitespace-nowrap">
        {load.deliveryDate === null ? '–' : formatDay(load.deliveryDate)}
      </TableCell>
      <FigureCell label="Miles">{formatQuantity(load.miles)}</FigureCell>
      <FigureCell label="Revenue">{formatMoney(toCents(load.revenue))}</FigureCell>
    </Row>
  )
}

function LoadTotals({ loads }: { loads: SettlementLoad[] }) {
  const miles = addUp(loads.map((load) => load.miles))
  return (
    <TotalRow title={`Total (${pluralize(loads.length, 'load')})`} firstFigure={FIRST_FIGURE}>
      <FigureCell label="Miles">{formatQuantity(toAmount(miles))}</FigureCell>
      <FigureCell label="Revenue">
        {formatMoney(addUp(loads.map((load) => load.revenue)))}
      </FigureCell>
    </TotalRow>
  )
}
