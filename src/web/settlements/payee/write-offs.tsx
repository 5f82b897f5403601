import { useQuery } from '@tanstack/react-query'
import { settlementMessages } from '#core/settlements/messages.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { WriteOff } from '#core/settlements/previous-payee.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { writeOffsQuery } from '#web/settlements/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { useOpenAmount } from './use-open-amount.ts'

/** The write-offs of a statement with their reasons. Each can be undone (SPEC C10). */
export function WriteOffs({ billingId }: { billingId: number }) {
  const query = useQuery(writeOffsQuery(billingId))
  const { undo } = useOpenAmount()
  return (
    <Query of={query} skeleton={null} empty={null}>
      {(data) => (
        <ul aria-label="Write-offs" className="grid gap-2 text-sm">
          {data.map((writeOff) => (
            <li key={writeOff.id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">{describeWriteOff(writeOff)}</span>
              <OnlyFor permission="payroll">
                <Button
                  variant="secondary"
                  onClick={() =>
                    undo({
                      path: `${billingId}/releases/${writeOff.id}`,
                      done: settlementMessages.writeOffReversed,
                    })
                  }
                >
                  Undo Write-Off
                </Button>
              </OnlyFor>
            </li>
          ))}
        </ul>
      )}
    </Query>
  )
}

/** A negative amount was owed to the carrier; the text shows it without its sign. */
function describeWriteOff({ amount, net, reason, loadId }: WriteOff): string {
  const cents = toCents(net ?? amount)
  const money = formatMoney(cents < 0n ? -cents : cents)
  const what = loadId === null ? 'carried forward' : 'for a changed load'
  return `Written off: ${money} ${what}. ${reason}`
}
