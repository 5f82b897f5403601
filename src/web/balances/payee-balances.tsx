import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BalanceItem } from './balance-item.tsx'
import { payeeBalancesQuery } from './queries.ts'

/** The open advances, loans and escrow of one payee. `payee`: the key, "owner:12" (SPEC C53). */
export function PayeeBalances({ payee }: { payee: string }) {
  const { data, error, refetch } = useQuery(payeeBalancesQuery(payee))
  return (
    <Card title="Balances">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-12" />}
      {data?.length === 0 && <p className="text-sm text-muted">No open balances.</p>}
      <ul className="grid gap-4 empty:hidden">
        {data?.map((balance) => (
          <BalanceItem key={`${balance.ruleId} ${balance.truckId}`} balance={balance} />
        ))}
      </ul>
    </Card>
  )
}
