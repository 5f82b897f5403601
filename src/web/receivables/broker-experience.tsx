import { useQuery } from '@tanstack/react-query'
import { addUp, formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { describeDaysToPay } from '#core/receivables/broker-account.ts'
import type { Dispute } from '#core/receivables/disputes.ts'
import type { ShortPays } from '#core/receipts/short-pays.ts'
import { shortPaysQuery } from '#web/receipts/short-pays-query.ts'
import { Fact, Facts } from '#web/records/page/record-facts.tsx'
import { Query } from '#web/ui/query.tsx'
import { brokerAccountQuery } from './queries.ts'

/** How a broker pays this carrier, shown above what files say (SPEC C273). */
export function BrokerExperience({ brokerId }: { brokerId: number }) {
  const account = useQuery(brokerAccountQuery(brokerId))
  const short = useQuery(shortPaysQuery(brokerId))
  return (
    <Query of={[account, short]} skeleton="h-12">
      {([paid, shorts]) => (
        <section className="grid gap-2">
          <h3 className="text-sm font-medium">Your experience</h3>
          <Facts>
            <Fact label="Days to pay (12 months)">{describeDaysToPay(paid.daysToPay)}</Fact>
            <Fact label="Open disputes">{describeDisputes(paid.disputes)}</Fact>
            <Fact label="Short pays (12 months)">{describeShortPays(shorts)}</Fact>
          </Facts>
        </section>
      )}
    </Query>
  )
}

/** "2, $450.00". */
function describeDisputes(disputes: readonly Dispute[]): string {
  if (!disputes.length) return 'None'
  return `${disputes.length}, ${formatMoney(addUp(disputes.map(({ amount }) => amount)))}`
}

/** "3 payments, $450.00". */
function describeShortPays({ payments, amount }: ShortPays): string {
  if (!payments) return 'None'
  return `${pluralize(payments, 'payment')}, ${formatMoney(toCents(amount))}`
}
