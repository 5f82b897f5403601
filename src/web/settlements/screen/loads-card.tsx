import { Link } from 'react-router'
import { formatDay, type Day } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { addUp, formatMoney, formatQuantity, toAmount, toCents } from '#core/money.ts'
import type { SettlementLoad } from '#core/settlements/settlement.ts'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { CELL, FIGURE } from '#web/settlements/figures/figure-cells.ts'
import { FigureTable } from '#web/settlements/figures/figure-table.tsx'

type LoadsCardProps = { loads: SettlementLoad[]; settlementDate: Day }

const HEADS = ['Load #', 'Route', 'Pickup', 'Delivery', 'Miles', 'Revenue']
const FIRST_FIGURE = 4

/** The loads behind the revenue, so that a person can check the sum. */
export function LoadsCard({ loads, settlementDate }: LoadsCardProps) {
  const date = formatDay(settlementDate)
  return (
    <Card title="Loads" description={`Settled on ${date}, as they stand today.`}>
      {loads.length === 0 ? (
        <p className="text-sm text-muted">No load of this truck has this settlement date.</p>
      ) : (
        <div className="overflow-x-auto">
          <FigureTable
            caption={`Loads settled on ${date}`}
            heads={HEADS}
            firstFigure={FIRST_FIGURE}
          >
            {loads.map((load) => (
              <LoadRow key={load.id} load={load} />
            ))}
            <SumRow loads={loads} />
          </FigureTable>
        </div>
      )}
    </Card>
  )
}

function LoadRow({ load }: { load: SettlementLoad }) {
  return (
    <tr className="border-t border-line">
      <td className={classes(CELL, 'min-w-28 wrap-anywhere')} data-label="Load #">
        <Link
          className="hit-area font-medium text-accent-strong underline"
          to={`/loads?edit=${load.id}`}
        >
          <TwoLines>{load.loadId}</TwoLines>
        </Link>
      </td>
      <td className={classes(CELL, 'min-w-36 wrap-anywhere')} data-label="Route">
        <TwoLines>{formatRoute(load)}</TwoLines>
      </td>
      <td className={classes(CELL, 'whitespace-nowrap')} data-label="Pickup">
        {formatDay(load.pickupDate)}
      </td>
      <td className={classes(CELL, 'whitespace-nowrap')} data-label="Delivery">
        {load.deliveryDate === null ? 'N/A' : formatDay(load.deliveryDate)}
      </td>
      <td className={classes(CELL, FIGURE)} data-label="Miles">
        {formatQuantity(load.miles)}
      </td>
      <td className={classes(CELL, FIGURE)} data-label="Revenue">
        {formatMoney(toCents(load.revenue))}
      </td>
    </tr>
  )
}

function SumRow({ loads }: { loads: SettlementLoad[] }) {
  const miles = addUp(loads.map((load) => load.miles))
  return (
    <tr className="border-t-2 border-line-strong font-semibold">
      <th scope="row" colSpan={FIRST_FIGURE} className={classes(CELL, 'text-left')}>
        Sum of {pluralize(loads.length, 'load')}
      </th>
      <td className={classes(CELL, FIGURE)} data-label="Miles">
        {formatQuantity(toAmount(miles))}
      </td>
      <td className={classes(CELL, FIGURE)} data-label="Revenue">
        {formatMoney(addUp(loads.map((load) => load.revenue)))}
      </td>
    </tr>
  )
}

/** "Dallas, TX -> Atlanta, GA", as the list of loads writes it (SPEC A2). */
function formatRoute(load: SettlementLoad): string {
  const from = [load.pickupCity, load.pickupState].filter(Boolean).join(', ')
  const to = [load.deliveryCity, load.deliveryState].filter(Boolean).join(', ')
  return `${from} -> ${to}`
}
