import { useQuery } from '@tanstack/react-query'
import { balancesQuery } from './queries.ts'
import { BalanceRow } from './balance-row.tsx'

/** What a truck's advances, loans and escrow stand at today (SPEC C5). */
export function TruckBalances({ truckId }: { truckId: number }) {
  const { data, isError } = useQuery(balancesQuery(`trucks/${truckId}`))
  if (isError) return <p className="text-sm text-danger-ink">The balances could not be read.</p>
  if (!data?.length) return null
  return (
    <section aria-label="Balances" className="grid gap-2">
      <h4 className="text-sm font-semibold">Balances</h4>
      <ul className="grid gap-2">
        {data.map((balance) => (
          <BalanceRow key={`${balance.ruleId} ${balance.ownerId}`} balance={balance} whose />
        ))}
      </ul>
    </section>
  )
}
