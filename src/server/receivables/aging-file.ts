/** The aging as a CSV file (SPEC C200). */
import { AGING_BASES, type Aging, type BrokerAging } from '#core/receivables/aging.ts'
import { BYTE_ORDER_MARK, csvLine } from '#core/transfer/csv.ts'

/** One row for each broker, then the total. */
export function buildAgingFile({ asOf, basis, labels, brokers, total }: Aging): string {
  const by = AGING_BASES.find(({ value }) => value === basis)?.label ?? basis
  const headers = [
    ...['Broker', 'As Of', 'Aged By', 'Open Invoices', ...labels, 'Open', 'Unapplied', 'Balance'],
    ...['With Factor', 'Disputed'],
  ]
  const toLine = (name: string, row: Omit<BrokerAging, 'brokerId' | 'brokerName'>) => {
    const { invoices, buckets, open, unapplied, balance, withFactor, disputed } = row
    const figures = [...buckets, open, unapplied, balance, withFactor, disputed]
    return csvLine([name, asOf, by, String(invoices), ...figures])
  }
  const lines = brokers.map((broker) => toLine(broker.brokerName, broker))
  return BYTE_ORDER_MARK + csvLine(headers) + lines.join('') + toLine('Total', total)
}
