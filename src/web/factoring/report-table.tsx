import type { ReactNode } from 'react'
import { formatDay } from '#core/calendar.ts'
import { nameFactorEntry, sumFactored, sumCash } from '#core/factoring/entries.ts'
import type { Deposit } from '#core/factoring/responses.ts'
import { toCents, type Cents } from '#core/money.ts'
import {
  FigureCell,
  FigureTable,
  Row,
  TableCell,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { InvoiceLink } from './invoice-link.tsx'

type Entry = Deposit['entries'][number]

const FIGURES = ['Broker Paid', 'Advance', 'Fees', 'Charged Back', 'Reserve', 'Deposit'] as const
const HEADS = ['Invoice #', ...FIGURES]

/** A report by invoice: how its entries changed the reserve and the deposit (SPEC C213, C216). */
export function ReportTable({ deposit: { entries, amount, day } }: { deposit: Deposit }) {
  const ofInvoices = [...Map.groupBy(entries, ({ invoiceId }) => invoiceId)]
  return (
    <SidewaysScroll className="md:[&_table]:min-w-2xl md:[&_table]:table-fixed">
      <FigureTable caption={`Report of ${formatDay(day)} by invoice`} heads={HEADS} firstFigure={1}>
        {ofInvoices.flatMap(([invoiceId, own]) =>
          invoiceId === null
            ? own.map((entry) => (
                <EntryRow key={entry.id} name={nameFactorEntry(entry.kind)} entries={[entry]} />
              ))
            : [
                <EntryRow
                  key={invoiceId}
                  name={<InvoiceLink id={invoiceId}>{own[0]?.invoiceNumber}</InvoiceLink>}
                  entries={own}
                />,
              ],
        )}
        <TotalRow title="Total" firstFigure={1}>
          <Figures entries={entries} deposit={toCents(amount)} />
        </TotalRow>
      </FigureTable>
    </SidewaysScroll>
  )
}

type EntryRowProps = { name: ReactNode; entries: readonly Entry[] }

function EntryRow({ name, entries }: EntryRowProps) {
  const references = [...new Set(entries.flatMap(({ reference }) => reference ?? []))]
  return (
    <Row>
      <TableCell label="Invoice #">
        {name}
        {references.length > 0 && (
          <span className="block text-xs text-muted wrap-anywhere">{references.join(', ')}</span>
        )}
      </TableCell>
      <Figures entries={entries} deposit={sumCash(entries)} />
    </Row>
  )
}

function Figures({ entries, deposit }: { entries: readonly Entry[]; deposit: Cents }) {
  const { debtorPaid, advance, fee, chargedBack, held } = sumFactored(entries)
  const figures = [...[debtorPaid, advance, fee, chargedBack, held].map(toCents), deposit]
  return FIGURES.map((label, index) => {
    const cents = figures[index] ?? 0n
    return (
      <FigureCell key={label} label={label}>
        <Money cents={cents === 0n ? null : cents} />
      </FigureCell>
    )
  })
}
