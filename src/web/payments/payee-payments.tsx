import { defaultColumns } from '#core/entities/entity.ts'
import { paymentsList } from '#core/payments/listing.ts'
import { ListSection } from '#web/records/page/list-section.tsx'

const COLUMNS = defaultColumns(paymentsList).filter(({ title }) => title !== 'Payee')

/** The latest payments to an owner or a driver (SPEC C53). `match`: the filter of the list of payments. */
export function PayeePayments({ match }: { match: Record<string, string> }) {
  return (
    <ListSection
      title="Payments"
      listing={paymentsList}
      columns={COLUMNS}
      match={match}
      listPath="/payments"
      noun="payment"
      addressOf={({ id }) => `/payments?open=${id}`}
      empty={null}
    />
  )
}
