import { cardTables } from '#core/cards/tables.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { fleetTables } from '#core/fleet/tables.ts'
import { profitTables } from '#core/profit/tables.ts'
import { UNDELIVERED } from '#core/statuses.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { RulesList } from '#web/deductions/rules-list.tsx'
import { TruckBalances } from '#web/deductions/truck-balances.tsx'
import { LeasesSection } from '#web/fleet/leases-section.tsx'
import { LoadsSection } from '#web/loads/loads-section.tsx'
import type { FormStart } from '#web/records/form/use-record-form.ts'
import { Facts, RecordFacts } from '#web/records/page/record-facts.tsx'
import { RecordPage } from '#web/records/page/record-page.tsx'
import { RowsSection } from '#web/records/page/rows-section.tsx'
import { OpenSettlements } from '#web/settlements/statement/open-settlements.tsx'
import { StatementsSection } from '#web/settlements/statement/statements-section.tsx'
import { Card } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const trucks = getEntity('trucks')
const TruckForm = onDemand(async () => (await import('./truck-form.tsx')).TruckForm)
const FACTS = ['ownerId', 'driverId', 'status', 'make', 'model', 'year', 'vin', 'licensePlate']

/** The page of a truck: what is next, loads, statements, deductions and balances (SPEC C53). */
export function TruckPage() {
  return (
    <RecordPage entity={trucks} Form={TruckForm}>
      {(truck) => {
        const match = { truckId: String(truck.id) }
        return (
          <>
            <Card title="Details">
              <Facts>
                <RecordFacts entity={trucks} record={truck} names={FACTS} />
              </Facts>
            </Card>
            <OnlyFor permission="settlements">
              <div className="grid gap-5 lg:grid-cols-2">
                <Card title="Next Settlements" description="Settlement dates that are still open.">
                  <OpenSettlements truckId={truck.id} />
                </Card>
                <Card title="Recurring Deductions">
                  <RulesList truckId={truck.id} />
                  <TruckBalances truckId={truck.id} />
                </Card>
              </div>
            </OnlyFor>
            <LoadsSection
              title="Active Loads"
              match={{ ...match, deliveryStatus: UNDELIVERED.join(',') }}
              without="Truck"
              empty="No active loads."
            />
            <OnlyFor permission="settlements">
              <StatementsSection match={match} ofTruck empty="No statements yet." />
              <LeasesSection match={match} start={ownerOf(truck)} />
              <RowsSection list={cardTables.cards.list} match={match} empty="No cards yet." />
              <RowsSection list={profitTables.costs.list} match={match} empty="No costs yet." />
            </OnlyFor>
            <RowsSection
              list={fleetTables.odometer_readings.list}
              match={match}
              empty="No readings yet."
            />
            <LoadsSection title="Loads" match={match} without="Truck" empty="No loads yet." />
          </>
        )
      }}
    </RecordPage>
  )
}

/** What a new lease of the truck starts with. */
function ownerOf({ ownerId, labels }: AnyRecord): FormStart {
  if (ownerId === null) return { text: {} }
  return { text: { ownerId: String(ownerId) }, labels: { ownerId: labels.ownerId ?? null } }
}
