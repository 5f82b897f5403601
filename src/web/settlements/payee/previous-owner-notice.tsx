import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { settlementMessages } from '#core/settlements/messages.ts'
import {
  describePreviousOwnerBalance,
  describeOpenCarryForward,
  type OpenCarryForward,
} from '#core/settlements/previous-owner.ts'
import { Notice } from '#web/settlements/notice.tsx'
import { previousOwnerQuery } from '#web/settlements/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { useOpenAmount } from './use-open-amount.ts'
import { WriteOffButton } from './write-off-button.tsx'

const TITLE = "Previous owner's open amounts"

/** Carry-forwards and balances of an owner the truck no longer pays (SPEC C10). */
export function PreviousOwnerNotice({ truckId }: { truckId: number }) {
  const { data, error, refetch } = useQuery(previousOwnerQuery(truckId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data || data.carries.length + data.balances.length === 0) return null
  return (
    <Notice aria-label={TITLE} className="grid gap-2">
      <p>
        <strong>{TITLE}.</strong> This truck has a new owner. These amounts aren&apos;t included in
        the new owner&apos;s settlements.
      </p>
      {data.carries.map((carry) => (
        <CarryForwardRow key={carry.billingId} carry={carry} />
      ))}
      {data.balances.map((balance) => (
        <p key={`${balance.ruleId} ${balance.ownerId}`} className="wrap-anywhere">
          {describePreviousOwnerBalance(balance)}.{' '}
          <Link className="font-medium underline" to={`/trucks?edit=${truckId}`}>
            View deductions
          </Link>
        </p>
      ))}
    </Notice>
  )
}

function CarryForwardRow({ carry }: { carry: OpenCarryForward }) {
  const { post } = useOpenAmount()
  const { billingId, otherPayee } = carry
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">{describeOpenCarryForward(carry)}</p>
      <span className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="long"
          onClick={() =>
            post({ path: `${billingId}/take-over`, done: settlementMessages.transferred })
          }
        >
          Transfer to {otherPayee}
        </Button>
        <WriteOffButton
          billingId={billingId}
          loadId={null}
          openAmount={describeOpenCarryForward(carry)}
        />
      </span>
    </div>
  )
}
