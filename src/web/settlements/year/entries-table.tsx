import { formatDay } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { statementPath } from '#core/settlements/settlement.ts'
import type { YearEntry } from '#core/settlements/year/responses.ts'
import { fileAddress } from '#web/api/client.ts'
import { FigureCell, FigureTable, Row, TableCell } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'

const FIGURES = [
  { head: 'Gross', name: 'gross' },
  { head: 'Of Which Adjustments', name: 'adjustments' },
  { head: 'Of Which Extra Pay', name: 'extraPay' },
  { head: 'Reimbursed', name: 'reimbursements' },
  { head: 'Deductions', name: 'deductions' },
  { head: 'Withheld', name: 'withheld' },
  { head: 'Net', name: 'net' },
] as const

const HEADS = ['Counted On', 'Statement', 'Truck', ...FIGURES.map(({ head }) => head)]

const WITHOUT_STATEMENT = { unapplied: 'Unapplied money', repaid: 'Repaid in cash' }

/** The amounts that count in the year: a row for each payment of a statement. */
export function EntriesTable({ payee, entries }: { payee: string; entries: YearEntry[] }) {
  return (
    <SidewaysScroll>
      <FigureTable caption={`Statements of ${payee}`} heads={HEADS} firstFigure={3}>
        {entries.map((entry) => (
          <Row key={`${entry.kind} ${entry.day} ${entry.billingId} ${entry.paymentId}`}>
            <TableCell label="Counted On">{formatDay(entry.day)}</TableCell>
            <TableCell label="Statement" className="wrap-anywhere">
              <StatementName entry={entry} />
            </TableCell>
            <TableCell label="Truck" className="wrap-anywhere">
              {entry.truck ?? '–'}
            </TableCell>
            {FIGURES.map(({ head, name }) => (
              <FigureCell key={name} label={head}>
                <Money cents={toCents(entry[name])} />
              </FigureCell>
            ))}
          </Row>
        ))}
      </FigureTable>
    </SidewaysScroll>
  )
}

function StatementName({ entry: { kind, billingId, number } }: { entry: YearEntry }) {
  if (kind === 'unapplied' || kind === 'repaid') return WITHOUT_STATEMENT[kind]
  return (
    <span>
      <a
        href={fileAddress(statementPath(billingId ?? 0))}
        target="_blank"
        rel="noreferrer"
        className="hit-area text-accent-strong underline"
      >
        {number}
      </a>
      {kind === 'rest' && (
        <span className="block text-xs text-muted">
          paid with unapplied money from an earlier year
        </span>
      )}
    </span>
  )
}
