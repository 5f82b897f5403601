import { Fragment, useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import type { Aging, BrokerAging } from '#core/receivables/aging.ts'
import {
  FigureCell,
  FigureTable,
  Row,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { RowToggle } from '#web/settlements/figures/row-toggle.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { OpenInvoices } from './open-invoices.tsx'

const FIRST_FIGURE = 1

/** One line for each broker. A click on the name opens its invoices of that day. */
export function AgingTable({ aging }: { aging: Aging }) {
  const { asOf, basis, labels, brokers, total } = aging
  const [open, setOpen] = useState<number | null>(null)
  const heads = ['Broker', ...listFigures(labels)]
  return (
    <SidewaysScroll>
      <FigureTable
        caption={`Receivables on ${formatDay(asOf)}`}
        heads={heads}
        firstFigure={FIRST_FIGURE}
      >
        {brokers.map((broker) => (
          <Fragment key={broker.brokerId}>
            <Row>
              <TableCell label="Broker" className="wrap-anywhere sm:min-w-44">
                <RowToggle
                  label={broker.brokerName}
                  isOpen={open === broker.brokerId}
                  onToggle={() => setOpen(open === broker.brokerId ? null : broker.brokerId)}
                />
              </TableCell>
              <Amounts labels={labels} row={broker} />
            </Row>
            {open === broker.brokerId && (
              <tr>
                <td colSpan={heads.length} className="p-0">
                  <OpenInvoices choice={{ asOf, basis }} broker={broker} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
        <TotalRow
          title={`Total (${pluralize(brokers.length, 'broker')})`}
          firstFigure={FIRST_FIGURE}
        >
          <Amounts labels={labels} row={total} />
        </TotalRow>
      </FigureTable>
    </SidewaysScroll>
  )
}

function listFigures(labels: readonly string[]): string[] {
  return [...labels, 'Unapplied', 'Balance', 'With factor', 'Disputed']
}

type AmountsProps = { labels: readonly string[]; row: Omit<BrokerAging, 'brokerId' | 'brokerName'> }

/** The figures in the order of `listFigures`. */
function Amounts({ labels, row }: AmountsProps) {
  const { buckets, unapplied, balance, withFactor, disputed } = row
  const amounts = [...buckets, unapplied, balance, withFactor, disputed]
  return listFigures(labels).map((head, at) => {
    const cents = toCents(amounts[at] ?? '0.00')
    const isBalance = head === 'Balance'
    return (
      <FigureCell key={head} label={head}>
        {cents === 0n && !isBalance ? (
          <span className="text-muted">–</span>
        ) : isBalance ? (
          <strong className="font-semibold">
            <Money cents={cents} />
          </strong>
        ) : (
          <Money cents={cents} />
        )}
      </FigureCell>
    )
  })
}
