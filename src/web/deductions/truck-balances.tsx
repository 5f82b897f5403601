import { useQuery } from '@tanstack/react-query'
import { Query } from '#web/ui/query.tsx'
import { BalanceRow } from './balance-row.tsx'
import { balancesQuery } from './queries.ts'
import { StartAgain } from './start-again.tsx'

/** The current advance, loan and escrow balances of a truck (SPEC C5). */
export function TruckBalances({ truckId }: { truckId: number }) {
  const query = useQuery(balancesQuery(`trucks/${truckId}`))
  return (
    <Query of={query} skeleton={null} empty={null}>
      {(data) => (
        <section aria-label="Balances" className="grid gap-2">
          <h3 className="text-sm font-semibold">Balances</h3>
          <ul className="grid gap-2">
            {data.map((balance) => (
              <BalanceRow key={`${balance.ruleId} ${balance.payeeKey}`} balance={balance} showPayee>
                <StartAgain truckId={truckId} balance={balance} />
              </BalanceRow>
            ))}
          </ul>
        </section>
      )}
    </Query>
  )
}
