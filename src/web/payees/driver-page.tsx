import { formatDay } from '#core/calendar.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { LoadsSection } from '#web/loads/loads-section.tsx'
import { PayeePayments } from '#web/payments/payee-payments.tsx'
import { Fact, Facts, RecordFacts } from '#web/records/page/record-facts.tsx'
import { RecordPage } from '#web/records/page/record-page.tsx'
import { StatementsSection } from '#web/settlements/statement/statements-section.tsx'
import { TrucksSection } from '#web/trucks/trucks-section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { today } from '#web/api/today.ts'
import { describeExpiry } from './license.ts'
import { PayeeCards } from './payee-cards.tsx'

const drivers = getEntity('drivers')
const PersonForm = onDemand(async () => (await import('#web/payments/person-form.tsx')).PersonForm)
const CONTACT = ['phone', 'email', 'address', 'status', 'paymentMethod', 'taxId', 'bankDetails']
const LICENSE = ['licenseNumber', 'licenseState']

/** The page of a driver: license, loads, truck, and statements of a driver who is a payee (SPEC C53). */
export function DriverPage() {
  return (
    <RecordPage entity={drivers} Form={PersonForm}>
      {(driver) => {
        const match = { driverId: String(driver.id) }
        return (
          <>
            <Card title="Contact and License">
              <Facts>
                <RecordFacts entity={drivers} record={driver} names={CONTACT} />
                <RecordFacts entity={drivers} record={driver} names={LICENSE} />
                <Expiry driver={driver} />
              </Facts>
            </Card>
            <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
              <div className="grid min-w-0 gap-5">
                <LoadsSection title="Loads" match={match} without="Driver" empty="No loads yet." />
                <LoadsSection
                  title="Loads as Second Driver"
                  match={{ driver2Id: String(driver.id) }}
                  empty={null}
                />
                <OnlyFor permission="settlements">
                  <StatementsSection match={match} empty="No statements pay this driver." />
                  <PayeePayments match={match} />
                </OnlyFor>
                <TrucksSection match={match} without="Driver" empty="No truck." />
              </div>
              <div className="grid min-w-0 gap-5">
                <PayeeCards people="drivers" person={driver} />
              </div>
            </div>
          </>
        )
      }}
    </RecordPage>
  )
}

function Expiry({ driver }: { driver: AnyRecord }) {
  const day = String(driver.licenseExpiration)
  const warning = describeExpiry(day, today())
  return (
    <Fact label="License Expiry">
      {formatDay(day)} {warning && <Badge tone={warning.tone}>{warning.text}</Badge>}
    </Fact>
  )
}
