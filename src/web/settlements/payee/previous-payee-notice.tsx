import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { settlementMessages } from '#core/settlements/messages.ts'
import {
  describePreviousPayeeBalance,
  describeOpenCarryForward,
  type OpenCarryForward,
} from '#core/settlements/previous-payee.ts'
import { Notice } from '#web/settlements/notice.tsx'
import { previousPayeeQuery } from '#web/settlements/queries.ts'
import { Query } from '#web/ui/query.tsx'
import { TransferButton } from './transfer-button.tsx'
import { WriteOffButton } from './write-off-button.tsx'

const TITLE = "Previous payee's open amounts"

/** Carry-forwards and balances of a payee the truck no longer pays (SPEC C10). */
export function PreviousPayeeNotice({ truckId }: { truckId: number }) {
  const query = useQuery(previousPayeeQuery(truckId))
  return (
    <Query of={query} skeleton={null}>
      {(data) => {
        if (data.carries.length + data.balances.length === 0) return null
        return (
          <Notice aria-label={TITLE} className="grid gap-2">
            <p>
              <strong>{TITLE}.</strong> This truck has a new payee. These amounts aren&apos;t
              included in the new payee&apos;s settlements.
            </p>
            {data.carries.map((carry) => (
              <CarryForwardRow key={carry.billingId} carry={carry} />
            ))}
            {data.balances.map((balance) => (
              <p key={`${balance.ruleId} ${balance.payeeKey}`} className="wrap-anywhere">
                {describePreviousPayeeBalance(balance)}.{' '}
                <Link className="font-medium underline" to={`/trucks?edit=${truckId}`}>
                  View deductions
                </Link>
              </p>
            ))}
          </Notice>
        )
      }}
    </Query>
  )
}

function CarryForwardRow({ carry }: { carry: OpenCarryForward }) {
  const { billingId, otherPayee } = carry
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">{describeOpenCarryForward(carry)}</p>
      <span className="flex flex-wrap gap-2">
        <TransferButton
          label={`Transfer to ${otherPayee}`}
          description={`${describeOpenCarryForward(carry)}. It will be deducted from ${otherPayee}'s next settlement.`}
          path={`${billingId}/take-over`}
          done={settlementMessages.transferred}
        />
        <WriteOffButton
          billingId={billingId}
          loadId={null}
          openAmount={describeOpenCarryForward(carry)}
        />
      </span>
    </div>
  )
}
