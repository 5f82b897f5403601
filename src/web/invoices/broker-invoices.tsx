import { getEntity } from '#core/entities/entities.ts'
import { defaultColumns, type AnyRecord } from '#core/entities/entity.ts'
import { invoicesList } from '#core/invoices/invoices.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { useTotals } from '#web/api/queries.ts'
import { ListSection } from '#web/records/page/list-section.tsx'
import { Facts, RecordFacts } from '#web/records/page/record-facts.tsx'
import { Card } from '#web/ui/card.tsx'
import { invoiceAddress } from './invoice-text.ts'

const brokers = getEntity('brokers')
const NAMES = Object.keys(brokers.fields)
const BILLING = NAMES.slice(NAMES.indexOf('billToName'), NAMES.indexOf('notes'))

/** How a broker is billed. */
export function BrokerBilling({ broker }: { broker: AnyRecord }) {
  return (
    <Card title="Billing">
      <Facts>
        <RecordFacts entity={brokers} record={broker} names={BILLING} />
      </Facts>
    </Card>
  )
}

const COLUMNS = defaultColumns(invoicesList).filter(({ title }) => title !== 'Broker')

/** The newest invoices of a broker, and what is open (SPEC C165). */
export function BrokerInvoices({ brokerId }: { brokerId: number }) {
  const match = { brokerId: String(brokerId) }
  return (
    <ListSection
      title="Invoices"
      listing={invoicesList}
      columns={COLUMNS}
      match={match}
      listPath="/invoices"
      noun="invoice"
      addressOf={({ id }) => invoiceAddress(id)}
      empty="No invoices yet."
    >
      <OpenAmount match={match} />
    </ListSection>
  )
}

/** "3 open invoices, $4,200.00". */
function OpenAmount({ match }: { match: Record<string, string> }) {
  const totals = useTotals('invoices', { ...match, 'openAmount.from': '0.01' }, true)
  if (!totals?.count) return null
  return (
    <p className="text-sm tabular-nums">
      {pluralize(totals.count, 'open invoice')},{' '}
      <strong>{formatMoney(toCents(String(totals.openAmount)))}</strong>
    </p>
  )
}
