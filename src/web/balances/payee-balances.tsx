import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { BalanceItem } from './balance-item.tsx'
import { payeeBalancesQuery } from './queries.ts'

/** The open advances, loans and escrow of one payee. `payee`: the key, "owner:12" (SPEC C53). */
export function PayeeBalances({ payee }: { payee: string }) {
  const query = useQuery(payeeBalancesQuery(payee))
  return (
    <Card title="Balances">
      <Query of={query} skeleton="h-12" empty="No open balances.">
        {(data) => (
          <ul className="grid gap-4 empty:hidden">
            {data.map((balance) => (
              <BalanceItem key={`${balance.ruleId} ${balance.truckId}`} balance={balance} />
            ))}
          </ul>
        )}
      </Query>
    </Card>
  )
}
