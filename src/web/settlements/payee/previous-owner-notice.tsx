import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { settlementMessages } from '#core/settlements/messages.ts'
import {
  describePreviousOwnerBalance,
  describeOpenCarryForward,
  type OpenCarryForward,
} from '#core/settlements/previous-owner.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/failed.tsx'
import { previousOwnerQuery } from '#web/settlements/queries.ts'
import { WriteOffButton } from './write-off-button.tsx'
import { useOpenAmount } from './use-debt.ts'
import { classes } from '#web/ui/classes.ts'
import { NOTICE } from '#web/settlements/screen/notice-style.ts'

type WaitingNoticeProps = { truckId: number; onLines: () => void }

/** What is left with an owner whom the truck no longer pays: somebody has to say what becomes of it (SPEC C10). */
export function PreviousOwnerNotice({ truckId, onLines }: WaitingNoticeProps) {
  const { data, error, refetch } = useQuery(previousOwnerQuery(truckId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data || data.carries.length + data.balances.length === 0) return null
  return (
    <section aria-label="Waiting with a former owner" className={classes('grid gap-2', NOTICE)}>
      <p>
        <strong>The truck pays another owner now.</strong> What is left with the former one is not
        settled with this one. A settlement that pays the former owner takes it in.
      </p>
      {data.carries.map((carry) => (
        <CarryForwardRow key={carry.billingId} carry={carry} onLines={onLines} />
      ))}
      {data.balances.map((balance) => (
        <p key={`${balance.ruleId} ${balance.ownerId}`} className="wrap-anywhere">
          {describePreviousOwnerBalance(balance)}.{' '}
          <Link className="font-medium underline" to={`/trucks?edit=${truckId}`}>
            The truck&apos;s deductions
          </Link>
        </p>
      ))}
    </section>
  )
}

function CarryForwardRow({ carry, onLines }: { carry: OpenCarryForward; onLines: () => void }) {
  const { step } = useOpenAmount(onLines)
  const { billingId, otherPayee } = carry
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">{describeOpenCarryForward(carry)}</p>
      <span className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="long"
          onClick={() =>
            step({ path: `${billingId}/take-over`, done: settlementMessages.transferred })
          }
        >
          Pass On to {otherPayee}
        </Button>
        <WriteOffButton
          loadId={null}
          what={describeOpenCarryForward(carry)}
          {...{ billingId, onLines }}
        />
      </span>
    </div>
  )
}
