import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { type DraftCards, purchaseAddress } from '#core/settlements/cards/draft-cards.ts'
import { settlementMessages } from '#core/settlements/messages.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { Notice } from '#web/settlements/notice.tsx'
import { fromSaved } from '#web/settlements/screen/loaded-settlement.ts'
import { useRecalculate } from '#web/settlements/screen/use-recalculate.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { draftCardsQuery, putBack } from './queries.ts'
import { WaitingList } from './waiting-cards.tsx'

/** The card purchases that a draft does not have: to add, waiting, and taken off (SPEC C576, C577). */
export function DraftCardsNotice({ billingId }: { billingId: number }) {
  const query = useQuery(draftCardsQuery(billingId))
  return (
    <Query of={query} skeleton={null}>
      {(cards) => <Missing billingId={billingId} cards={cards} />}
    </Query>
  )
}

function Missing({ billingId, cards }: { billingId: number; cards: DraftCards }) {
  const { due, waiting, off } = cards
  if (due + waiting.length + off.length === 0) return null
  return (
    <Notice aria-label="Card purchases" className="grid gap-2">
      {due > 0 && <Due count={due} />}
      <WaitingList cards={waiting} />
      {off.map((one) => (
        <TakenOff key={one.id} billingId={billingId} purchase={one} />
      ))}
    </Notice>
  )
}

function Due({ count }: { count: number }) {
  const { recalculate, recalculating } = useRecalculate()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        <strong>
          {pluralize(count, 'card purchase')} {count === 1 ? 'is' : 'are'} not on it yet.
        </strong>
      </p>
      <OnlyFor permission="payroll">
        <Button variant="secondary" onClick={recalculate}>
          {recalculating ? 'Adding...' : 'Add Card Purchases'}
        </Button>
      </OnlyFor>
    </div>
  )
}

type TakenOffProps = { billingId: number; purchase: DraftCards['off'][number] }

function TakenOff({ billingId, purchase }: TakenOffProps) {
  const { id, description, day, net, reason } = purchase
  const { replace } = useSettlement()
  const { run, busy } = useAction({
    send: () => putBack(billingId, id),
    done: settlementMessages.putBack,
    failed: settlementMessages.failedToUpdate,
    onDone: (billing) => replace({ ...fromSaved(billing), keepEdits: true }),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 wrap-anywhere">
        Taken off:{' '}
        <Link className="font-medium underline" to={purchaseAddress(id)}>
          {description}
        </Link>
        , {formatDay(day)}, {formatMoney(toCents(net))}. {reason}
      </p>
      <OnlyFor permission="payroll">
        <Button
          variant="secondary"
          aria-label={`Put Back: ${description}`}
          disabled={busy}
          onClick={() => run()}
        >
          {busy ? 'Putting back...' : 'Put Back'}
        </Button>
      </OnlyFor>
    </div>
  )
}
