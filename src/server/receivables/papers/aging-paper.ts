/** The printed aging (SPEC C200). */
import { AGING_BASES, type Aging, type BrokerAging } from '#core/receivables/aging.ts'
import type { PrintedDocument } from '#server/statements/printed-document.ts'
import {
  dayText,
  money,
  tableRows,
  textRows,
  toPaper,
  type Column,
  type PaperHead,
} from './paper.ts'

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
    ...[...row.buckets, row.unapplied, row.balance].map(money),
  ]
  const note = `Of ${money(total.open)} open, ${money(total.withFactor)} is with a factor and ${money(total.disputed)} is disputed.`
  const rows = tableRows(
    null,
    columns,
    brokers.map((broker) => toLine(broker.brokerName, broker)),
    toLine('Total', total),
  )
  const by = AGING_BASES.find(({ value }) => value === basis)?.label ?? ''
  const facts = [
    { label: 'As of', value: dayText(asOf) },
    { label: 'Aged by', value: by },
  ]
  return toPaper({ ...head, title: 'Receivables', to: dayText(asOf), facts, day: asOf }, [
    ...rows,
    ...textRows(note, { size: 8 }),
  ])
}
