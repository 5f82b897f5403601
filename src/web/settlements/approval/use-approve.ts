import { useState } from 'react'
import { settlementMessages } from '#core/settlements/messages.ts'
import type { OffsetChoice } from '#core/settlements/approval.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { ApiError, readNeed, request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'

type Approving = Pick<OffsetChoice, 'offsetWith'> & { billing: Settlement }

/** Approves the version on the screen, never a newer one (SPEC B22, C3). `onFailure`: the offsets may have changed. */
export function useApprove(onDone: (approved: Settlement) => void, onFailure: () => void) {
  const [lacksPayee, setLacksPayee] = useState(false)
  const { run, busy, input, error, failure, ...asked } = useAction({
    send: ({ billing: { id, version }, offsetWith }: Approving, { confirmed }) =>
      request<Settlement>('POST', `/api/billing/${id}/approve`, {
        body: {
          approvedOn: today(),
          confirmed,
          offsetWith: offsetWith?.map((partner) => ({ id: partner.id, version: partner.version })),
        },
        headers: { 'If-Match': `"${version}"` },
      }),
    done: ({ number }) => settlementMessages.approved(number ?? 0),
    failed: (failed) =>
      readNeed(failed) === 'payee' ? undefined : settlementMessages.failedToApprove,
    // Offsets that changed are shown first, and chosen there.
    asks: ['approvedOn'],
    onDone,
    onFailure: (failed) => {
      if (readNeed(failed) === 'payee') setLacksPayee(true)
      else onFailure()
    },
  })
  return {
    /** `offsetWith`: the settlements to approve with it; an empty list to approve it alone; undefined without offsets. */
    approve: (billing: Settlement, offsetWith: OffsetChoice['offsetWith']) =>
      run({ billing, offsetWith }),
    approving: busy,
    asked,
    /** The payee must be chosen first. The figures may change with it, so the user approves again (SPEC C342). */
    lacksPayee,
    closePayee: () => setLacksPayee(false),
    /** Why this version could not be approved. After a change by someone else it must be reviewed first (SPEC B22). */
    getError: ({ id, version }: Settlement) => {
      if (input?.billing.id !== id || input.billing.version !== version) return undefined
      const isOutdated = error instanceof ApiError && error.status === 412
      return isOutdated ? `${failure}. Reload the settlement.` : failure
    },
  }
}
