/** The aging as a file (SPEC C200). */
import { AGING_BASES, type Aging, type BrokerAging } from '#core/receivables/aging.ts'
import type { FileColumn } from '#core/transfer/csv.ts'
import { reportColumns, type Report } from '#core/transfer/report.ts'

/** One row for each broker, then the total. */
export function buildAgingReport({ asOf, basis, labels, brokers, total }: Aging): Report {
  const by = AGING_BASES.find(({ value }) => value === basis)?.label ?? basis
  const toCells = (name: string, row: Omit<BrokerAging, 'brokerId' | 'brokerName'>) => {
    const { invoices, buckets, open, unapplied, balance, withFactor, disputed } = row
    const figures = [...buckets, open, unapplied, balance, withFactor, disputed]
    return [name, asOf, by, String(invoices), ...figures]
  }
  return {
    file: `aging-${asOf}`,
    columns: listColumns(labels),
    rows: [...brokers.map((broker) => toCells(broker.brokerName, broker)), toCells('Total', total)],
  }
}

function listColumns(labels: readonly string[]): FileColumn[] {
  return [
    ...reportColumns({
      Broker: 'text',
      'As Of': 'day',
      'Aged By': 'text',
      'Open Invoices': 'count',
    }),
    ...labels.map((title) => ({ title, control: 'money' as const })),
    ...reportColumns({ Open: 'money', Unapplied: 'money', Balance: 'money' }),
    ...reportColumns({ 'With Factor': 'money', Disputed: 'money' }),
  ]
}
