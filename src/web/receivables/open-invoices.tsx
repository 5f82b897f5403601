import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { BUCKETS, type BrokerAging, type OpenInvoice } from '#core/receivables/aging.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Query } from '#web/ui/query.tsx'
import { openInvoicesQuery, type AgingChoice } from './queries.ts'

type OpenInvoicesProps = {
  choice: AgingChoice
  broker: Pick<BrokerAging, 'brokerId' | 'brokerName' | 'unapplied'>
}

const LINK = 'hit-area text-accent-strong underline'

/** The invoices of a broker that were open on the day, oldest first. */
export function OpenInvoices({ choice, broker }: OpenInvoicesProps) {
  const { brokerId, brokerName, unapplied } = broker
  const query = useQuery(openInvoicesQuery(choice, brokerId))
  return (
    <div className="grid gap-3 bg-page p-3 text-sm sm:p-4">
      <Query of={query} skeleton="h-12" />
      <ul aria-label={`Open invoices of ${brokerName}`} className="grid gap-2 empty:hidden">
        {query.data?.map((invoice) => (
          <InvoiceLine key={invoice.id} invoice={invoice} choice={choice} />
        ))}
        {toCents(unapplied) !== 0n && (
          <li className="flex flex-wrap justify-between gap-x-4">
            <span>Money received that is not applied to an invoice</span>
            <span className="tabular-nums">{formatMoney(toCents(unapplied))}</span>
          </li>
        )}
      </ul>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link className={LINK} to={`/receivables/${brokerId}?to=${choice.asOf}`}>
          Statement of account
        </Link>
        <Link className={LINK} to={`/brokers/${brokerId}`}>
          Broker
        </Link>
      </p>
    </div>
  )
}

function InvoiceLine({ invoice, choice }: { invoice: OpenInvoice; choice: AgingChoice }) {
  const { id, number, invoiceDate, dueOn, total, open, disputed, withFactor } = invoice
  return (
    <li className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line pb-2">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link className={LINK} to={`/invoices/${id}`}>
          Invoice {number}
        </Link>
        <span className="text-muted">
          {formatDay(invoiceDate)}, due {formatDay(dueOn)} · {describeAge(invoice, choice)}
        </span>
        {toCents(disputed) > 0n && (
          <Badge tone="bad">Disputed {formatMoney(toCents(disputed))}</Badge>
        )}
        {withFactor && <Badge tone="moving">With factor</Badge>}
      </span>
      <span className="ml-auto tabular-nums">
        {formatMoney(toCents(open))}
        {open !== total && <span className="text-muted"> of {formatMoney(toCents(total))}</span>}
      </span>
    </li>
  )
}

/** "45 days old (31–60)", "12 days past due (1–30)", "due in 3 days". */
function describeAge({ days, bucket }: OpenInvoice, { basis }: AgingChoice): string {
  const name = BUCKETS[basis][bucket]?.label ?? ''
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  if (basis === 'age') return `${count} old (${name})`
  if (days > 0) return `${count} past due (${name})`
  return days === 0 ? 'due that day' : `due in ${count}`
}
