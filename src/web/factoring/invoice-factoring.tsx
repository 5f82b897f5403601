import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { Card } from '#web/ui/card.tsx'
import { invoiceFactoringQuery } from './queries.ts'
import { FactoredBadge } from './schedule-page.tsx'

/** The amounts of an invoice with a factor (SPEC C214). Shows nothing for an invoice that the carrier collects. */
export function InvoiceFactoringCard({ invoiceId }: { invoiceId: number }) {
  const { data } = useQuery(invoiceFactoringQuery(invoiceId))
  if (!data?.factorName) return null
  const { factorName, scheduleId, scheduleNumber, state, face, books, recourseOn, toForward } = data
  return (
    <Card title={`With ${factorName}`}>
      <div className="flex flex-wrap items-center gap-3 text-sm">
        {state && <FactoredBadge state={state} />}
        {scheduleId === null ? (
          <span className="text-muted">Not on a schedule yet</span>
        ) : (
          <Link
            className="hit-area text-accent-strong underline"
            to={`/factoring/schedules/${scheduleId}`}
          >
            {scheduleNumber === null ? 'Draft schedule' : `Schedule ${scheduleNumber}`}
          </Link>
        )}
        {recourseOn && state === 'funded' && (
          <span className="text-muted">Recourse {formatDay(recourseOn)} if unpaid</span>
        )}
      </div>
      {scheduleId !== null && (
        <dl className="grid max-w-md gap-1.5 text-sm">
          <AmountFigure label="Face Amount" amount={face} />
          <AmountFigure label="Advance" amount={books.advance} />
          <AmountFigure label="Fees" amount={books.fee} />
          <AmountFigure label="Reserve Held" amount={books.held} />
          <AmountFigure label="Reserve Released" amount={books.released} />
          <AmountFigure label="Charged Back" amount={books.chargedBack} />
          <AmountFigure label="Broker Paid Factor" amount={books.debtorPaid} />
        </dl>
      )}
      {toCents(toForward) > 0n && (
        <p className="text-sm text-waiting">
          The broker paid you {formatMoney(toCents(toForward))} that belongs to {factorName}.
          Forward it on the page of {factorName}.
        </p>
      )}
    </Card>
  )
}

function AmountFigure({ label, amount }: { label: string; amount: string }) {
  return (
    <Figure label={label}>
      <Money cents={toCents(amount)} />
    </Figure>
  )
}
