/** The printed aging (SPEC C200). */
import { formatDay } from '#core/calendar.ts'
import { formatAmount } from '#core/money.ts'
import { AGING_BASES, type Aging, type BrokerAging } from '#core/receivables/aging.ts'
import type { PrintedDocument } from '#server/statements/printed-document.ts'
import { tableRows, textRows, toPaper, type Column, type PaperHead } from './paper.ts'

const NAME_WIDTH = 132

export function buildAgingPaper(
  { asOf, basis, labels, brokers, total }: Aging,
  head: Pick<PaperHead, 'company' | 'logo'>,
): PrintedDocument {
  const width = (516 - NAME_WIDTH) / (labels.length + 2)
  const figures = [...labels, 'Unapplied', 'Balance']
  const columns: Column[] = [
    { title: 'Broker', width: NAME_WIDTH },
    ...figures.map((title) => ({ title, width, align: 'right' as const })),
  ]
  const toLine = (name: string, row: Omit<BrokerAging, 'brokerId' | 'brokerName'>) => [
    name,
    ...[...row.buckets, row.unapplied, row.balance].map(formatAmount),
  ]
  const note = `Of ${formatAmount(total.open)} open, ${formatAmount(total.withFactor)} is with a factor and ${formatAmount(total.disputed)} is disputed.`
  const rows = tableRows(
    null,
    columns,
    brokers.map((broker) => toLine(broker.brokerName, broker)),
    toLine('Total', total),
  )
  const by = AGING_BASES.find(({ value }) => value === basis)?.label ?? ''
  const facts = [
    { label: 'As of', value: formatDay(asOf) },
    { label: 'Aged by', value: by },
  ]
  return toPaper({ ...head, title: 'Receivables', to: formatDay(asOf), facts, day: asOf }, [
    ...rows,
    ...textRows(note, { size: 8 }),
  ])
}
