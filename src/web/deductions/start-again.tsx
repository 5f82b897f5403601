import { useQuery } from '@tanstack/react-query'
import { addDays } from '#core/calendar.ts'
import type { Balance } from '#core/settlements/balances.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { rulesQuery } from './queries.ts'

type StartAgainProps = { truckId: number; balance: Balance }

/**
 * Restarts an escrow of this truck that was returned in full: its start date becomes the day after the return. For
 * a deduction of all trucks, the user adds a deduction for this truck instead (SPEC C23).
 */
export function StartAgain({
  truckId,
  balance: { ruleId, description, returnedOn },
}: StartAgainProps) {
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
