import { getEntity } from '#core/entities/entities.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { LeasesSection } from '#web/fleet/leases-section.tsx'
import { PayeePayments } from '#web/payments/payee-payments.tsx'
import { RecordFacts, Facts } from '#web/records/page/record-facts.tsx'
import { RecordPage } from '#web/records/page/record-page.tsx'
import { StatementsSection } from '#web/settlements/statement/statements-section.tsx'
import { TrailersSection } from '#web/trailers/trailers-section.tsx'
import { TrucksSection } from '#web/trucks/trucks-section.tsx'
import { Card } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { PayeeCards } from './payee-cards.tsx'

const owners = getEntity('owners')
const PersonForm = onDemand(async () => (await import('#web/payments/person-form.tsx')).PersonForm)
const FACTS = ['phone', 'email', 'address', 'status', 'paymentMethod', 'taxId', 'bankDetails']

/** The page of an owner: statements, trucks, year, balances and notes (SPEC C53). */
export function OwnerPage() {
  return (
    <RecordPage entity={owners} Form={PersonForm}>
      {(owner) => {
        const match = { ownerId: String(owner.id) }
        return (
          <>
            <Card title="Contact">
              <Facts>
                <RecordFacts entity={owners} record={owner} names={FACTS} />
              </Facts>
            </Card>
            <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
              <div className="grid min-w-0 gap-5">
                <OnlyFor permission="settlements">
                  <StatementsSection match={match} empty="No statements yet." />
                  <PayeePayments match={match} />
                </OnlyFor>
                <TrucksSection match={match} without="Owner" empty="No trucks." />
                <TrailersSection match={match} />
                <OnlyFor permission="settlements">
                  <LeasesSection match={match} />
                </OnlyFor>
              </div>
              <div className="grid min-w-0 gap-5">
                <PayeeCards people="owners" person={owner} />
              </div>
            </div>
          </>
        )
      }}
    </RecordPage>
  )
}
