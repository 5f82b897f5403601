import { getEntity } from '#core/entities/entities.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { OWED } from '#core/statuses.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { useTotals } from '#web/api/queries.ts'
import { BrokerCheckCard } from '#web/broker-checks/broker-card.tsx'
import { BrokerBilling, BrokerInvoices } from '#web/invoices/broker-invoices.tsx'
import { BrokerFactorCard } from '#web/factoring/broker-factor-card.tsx'
import { LoadsSection } from '#web/loads/loads-section.tsx'
import { BrokerReceipts } from '#web/receipts/broker-receipts.tsx'
import { UnappliedMoney } from '#web/receipts/unapplied-money.tsx'
import { MailHistory } from '#web/mail/mail-history.tsx'
import { BrokerExperience } from '#web/receivables/broker-experience.tsx'
import { BrokerReceivables } from '#web/receivables/broker-receivables.tsx'
import { Facts, RecordFacts } from '#web/records/page/record-facts.tsx'
import { RecordPage } from '#web/records/page/record-page.tsx'
import { BrokerOrderCard } from '#web/packets/order-card.tsx'
import { BrokerPapersCard } from '#web/required-papers/required-papers-card.tsx'
import { Card } from '#web/ui/card.tsx'

const brokers = getEntity('brokers')
const FACTS = ['contactPerson', 'phone', 'email', 'address', 'mcNumber', 'dotNumber']

/** The page of a broker: what is owed and hauled, then how the broker is billed (SPEC C53). */
export function BrokerPage() {
  return (
    <RecordPage entity={brokers}>
      {(broker) => {
        const match = { brokerId: String(broker.id) }
        const unpaid = { ...match, paymentStatus: OWED.join(',') }
        return (
          <>
            <Card title="Contact">
              <Facts>
                <RecordFacts entity={brokers} record={broker} names={FACTS} />
              </Facts>
            </Card>
            {typeof broker.notes === 'string' && (
              <Card title="Notes">
                <p className="text-sm whitespace-pre-wrap wrap-anywhere">{broker.notes}</p>
              </Card>
            )}
            <OnlyFor permission="invoices">
              <UnappliedMoney brokerId={broker.id} />
              <BrokerInvoices brokerId={broker.id} />
              <BrokerReceipts brokerId={broker.id} />
            </OnlyFor>
            <LoadsSection title="Unpaid Loads" match={unpaid} empty="All loads are paid.">
              <UnpaidAmount match={unpaid} />
            </LoadsSection>
            <LoadsSection title="All Loads" match={match} empty="No loads yet." />
            <OnlyFor permission="invoices">
              <BrokerReceivables
                key={`receivables ${broker.id}`}
                brokerId={broker.id}
                name={String(broker.companyName)}
              />
              <MailHistory key={`mails ${broker.id}`} path={`/api/brokers/${broker.id}`} />
            </OnlyFor>
            <BrokerCheckCard
              key={`check ${broker.id}`}
              brokerId={broker.id}
              name={String(broker.companyName)}
            >
              <OnlyFor permission="invoices">
                <BrokerExperience brokerId={broker.id} />
              </OnlyFor>
            </BrokerCheckCard>
            <BrokerBilling broker={broker} />
            <OnlyFor permission="invoices">
              <BrokerFactorCard key={`factor ${broker.id}`} brokerId={broker.id} />
            </OnlyFor>
            <BrokerPapersCard key={broker.id} brokerId={broker.id} />
            <BrokerOrderCard key={`order ${broker.id}`} brokerId={broker.id} />
          </>
        )
      }}
    </RecordPage>
  )
}

/** "12 loads, $18,400.00". */
function UnpaidAmount({ match }: { match: Record<string, string> }) {
  const seesRevenue = useMay('revenue')
  const totals = useTotals('loads', match, true)
  if (!totals?.count) return null
  return (
    <p className="text-sm tabular-nums">
      {pluralize(totals.count, 'load')}
      {seesRevenue && (
        <>
          , <strong>{formatMoney(toCents(String(totals.revenue)))}</strong>
        </>
      )}
    </p>
  )
}
