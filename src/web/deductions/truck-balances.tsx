import { useQuery } from '@tanstack/react-query'
import { addDays } from '#core/calendar.ts'
import type { Balance } from '#core/settlements/balances.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { BalanceRow } from './balance-row.tsx'
import { balancesQuery, rulesQuery } from './queries.ts'

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

type StartAgainProps = { truckId: number; balance: Balance }

/**
 * Restarts an escrow of this truck that was returned in full: its start date becomes the day after the return. For
 * a deduction of all trucks, the user adds a deduction for this truck instead (SPEC C23).
 */
function StartAgain({ truckId, balance: { ruleId, description, returnedOn } }: StartAgainProps) {
  const mayChange = useMay('payroll')
  const { data: rules } = useQuery(rulesQuery(truckId))
  const rule = rules?.find(({ id }) => id === ruleId)
  const { run, busy } = useAction({
    send: (firstDay: string) =>
      request('PUT', `/api/deduction-rules/${ruleId}`, { body: { ...rule, firstDay } }),
    failed: "Couldn't start the deduction",
    refetch: refetchLists,
  })
  if (!returnedOn || !rule || !mayChange) return null
  return (
    <Button
      variant="secondary"
      aria-label={`Start Again: ${description}`}
      disabled={busy}
      onClick={() => run(addDays(returnedOn, 1))}
    >
      Start Again
    </Button>
  )
}
