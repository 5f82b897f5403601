import { Fragment } from 'react'
import { formatRate } from '#core/decimals.ts'
import { APPROVALS, nameCharge } from '#core/charges/kinds.ts'
import type { InvoiceDetails, InvoiceLine } from '#core/invoices/responses.ts'
import { formatMoney, formatQuantity, toCents } from '#core/money.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'

const CELL = 'px-3 py-1.5 text-left align-top'
const FIGURE = 'px-3 py-1.5 text-right align-top tabular-nums whitespace-nowrap'

type InvoiceLinesProps = { invoice: Pick<InvoiceDetails, 'lines' | 'loads' | 'total'> }

/** The lines by load, as the invoice prints them, and their total. */
export function InvoiceLines({ invoice: { lines, loads, total } }: InvoiceLinesProps) {
  const groups = [...Map.groupBy(lines, ({ loadId }) => loadId).entries()]
  const numbers = new Map(loads.map((load) => [load.id, load.brokerLoadNumber]))
  return (
    <table className="records w-full border-collapse text-sm">
      <caption className="sr-only">Lines</caption>
      <thead>
        <tr className="bg-head">
          <th scope="col" className={CELL}>
            Charge
          </th>
          <th scope="col" className={FIGURE}>
            Quantity
          </th>
          <th scope="col" className={FIGURE}>
            Rate
          </th>
          <th scope="col" className={FIGURE}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(([loadId, ofLoad]) => (
          <Fragment key={loadId}>
            <LoadHead line={ofLoad[0]} brokerLoadNumber={numbers.get(loadId ?? 0) ?? null} />
            {ofLoad.map((line) => (
              <Line key={line.number} line={line} />
            ))}
          </Fragment>
        ))}
        <tr className="border-t-2 border-line-strong font-semibold">
          <th scope="row" colSpan={3} className={`${CELL} max-sm:sr-only`}>
            Total
          </th>
          <td className={FIGURE} data-label="Total">
            {formatMoney(toCents(total))}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

type LoadHeadProps = { line: InvoiceLine | undefined; brokerLoadNumber: string | null }

/** "Load L-1 · Broker Load # 20512345". Typed lines have no load. */
function LoadHead({ line, brokerLoadNumber }: LoadHeadProps) {
  return (
    <tr className="border-t border-line">
      <th scope="rowgroup" colSpan={4} className={`${CELL} font-medium`}>
        {line?.loadId ? (
          <span className="wrap-anywhere">
            Load{' '}
            <RecordLink to="loads" id={line.loadId}>
              {line.loadNumber}
            </RecordLink>
            {brokerLoadNumber && (
              <span className="font-normal text-muted"> · Broker Load # {brokerLoadNumber}</span>
            )}
          </span>
        ) : (
          'Extra Lines'
        )}
      </th>
    </tr>
  )
}

function Line({ line }: { line: InvoiceLine }) {
  const { quantity, rate, amount, reason } = line
  return (
    <tr>
      <td className={CELL} data-label="Charge">
        <span className="min-w-0 wrap-anywhere">
          {nameLine(line)} <Approval line={line} />
          {reason && <span className="block text-xs text-muted">Not printed: {reason}</span>}
        </span>
      </td>
      <td className={classes(FIGURE, quantity === null && 'max-sm:hidden!')} data-label="Quantity">
        {quantity === null ? '' : formatQuantity(quantity)}
      </td>
      <td className={classes(FIGURE, rate === null && 'max-sm:hidden!')} data-label="Rate">
        {rate === null ? '' : formatRate(rate)}
      </td>
      <td className={FIGURE} data-label="Amount">
        {formatMoney(toCents(amount))}
      </td>
    </tr>
  )
}

/** "Detention, dock 4". */
export function nameLine({ kind, description }: Pick<InvoiceLine, 'kind' | 'description'>): string {
  if (kind === 'extra') return description ?? 'Extra'
  return [nameCharge(kind), description].filter(Boolean).join(', ')
}

/** Marks a line of a draft that the broker has not agreed to. */
function Approval({ line: { approval } }: { line: InvoiceLine }) {
  const option = APPROVALS.find(({ value }) => value === approval)
  if (option?.value !== 'asked' && option?.value !== 'refused') return null
  return (
    <Badge tone={option.tone}>{option.value === 'asked' ? 'Not approved yet' : 'Refused'}</Badge>
  )
}
