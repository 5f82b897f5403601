import type { AnyRecord } from '#core/entities/entity.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { PayeeBalances } from '#web/balances/payee-balances.tsx'
import { PayeeOpenSettlements } from '#web/settlements/statement/open-settlements.tsx'
import { PayeeTotalsCard } from '#web/settlements/statement/payee-totals.tsx'
import { PortalAccess } from '#web/team/portal-access.tsx'
import { Card } from '#web/ui/card.tsx'

type PayeeCardsProps = { people: 'owners' | 'drivers'; person: AnyRecord }

/** Open settlements, totals, balances and notes of a payee. */
export function PayeeCards({ people, person }: PayeeCardsProps) {
  const payee = `${people === 'owners' ? 'owner' : 'driver'}:${person.id}`
  return (
    <>
      <OnlyFor permission="settlements">
        <Card title="Next Settlements" description="Settlement dates that are still open.">
          <PayeeOpenSettlements people={people} id={person.id} />
        </Card>
        <PayeeTotalsCard people={people} id={person.id} />
        <PayeeBalances payee={payee} />
      </OnlyFor>
      <OnlyFor permission="admin">
        <PortalAccess {...{ people, person }} />
      </OnlyFor>
      {typeof person.notes === 'string' && (
        <Card title="Notes">
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">{person.notes}</p>
        </Card>
      )}
    </>
  )
}
