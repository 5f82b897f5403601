import type { CheckedBrokerRow } from '#core/broker-checks/checks.ts'
import { docketKey, usdotKey } from '#core/broker-checks/numbers.ts'
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AnswerBadge } from './answer-badge.tsx'

/** One line for each broker: its answers with their days, and when it was last checked. */
export function BrokerTable({ brokers }: { brokers: CheckedBrokerRow[] }) {
  if (!brokers.length) return <EmptyState title="No brokers" />
  return (
    <ul className="text-sm">
      {brokers.map((broker) => (
        <li
          key={broker.id}
          className="grid gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1.9fr)_minmax(0,1fr)]"
        >
          <div className="min-w-0 wrap-anywhere">
            <RecordLink to="brokers" id={broker.id}>
              {broker.companyName}
            </RecordLink>
            <p className="text-muted">{describeNumbers(broker)}</p>
          </div>
          <div className="flex flex-wrap content-start items-start gap-1">
            {broker.answers.map((answer) => (
              <AnswerBadge key={answer.kind} answer={answer} />
            ))}
            {broker.answers.length === 0 && <span className="text-muted">No file searched</span>}
          </div>
          <div className="flex flex-wrap content-start items-start gap-x-2 gap-y-1">
            <span>{describeLast(broker)}</span>
            {broker.news > 0 && <Badge tone="waiting">{pluralize(broker.news, 'change')}</Badge>}
            {broker.notes > 0 && <Badge tone="neutral">{pluralize(broker.notes, 'note')}</Badge>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function describeNumbers({ mcNumber, dotNumber }: CheckedBrokerRow): string {
  const numbers = [
    mcNumber && (docketKey(mcNumber) ?? `MC ${mcNumber}`),
    dotNumber && (usdotKey(dotNumber) ?? `USDOT ${dotNumber}`),
  ].filter(Boolean)
  return numbers.join(' · ') || 'No MC or DOT number'
}

function describeLast({ checkedOn, due }: CheckedBrokerRow): string {
  const last = checkedOn ? `Checked ${formatDay(checkedOn)}` : 'Never checked'
  return due ? `${last}, due` : last
}
