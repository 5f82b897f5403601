import { defaultColumns } from '#core/entities/entity.ts'
import { receiptsList } from '#core/receipts/receipts.ts'
import { ListSection } from '#web/records/page/list-section.tsx'

const COLUMNS = defaultColumns(receiptsList).filter(({ title }) => title !== 'Broker')

/** The latest payments of a broker (SPEC C53). */
export function BrokerReceipts({ brokerId }: { brokerId: number }) {
  return (
    <ListSection
      title="Money Received"
      listing={receiptsList}
      columns={COLUMNS}
      match={{ brokerId: String(brokerId) }}
      listPath="/receipts"
      noun="receipt"
      addressOf={({ id }) => `/receipts/${id}`}
      empty={null}
    />
  )
}
