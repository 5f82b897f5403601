import { pluralize } from '#core/pluralize.ts'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'
import { statementPath } from '#core/settlements/settlement.ts'
import {
  buildBridge,
  splitPaid,
  sumPaid,
  type PaidStatement,
  type PayeeYear,
} from '#core/settlements/year.ts'
import {
  TableCell,
  FigureCell,
  FigureTable,
  Row,
  TotalRow,
} from '#web/settlements/figures/figure-table.tsx'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { Card } from '#web/ui/card.tsx'

const HEADS = ['Statement', 'Truck', 'Paid On', 'Revenue', 'Adjustments', 'Deductions', 'Net']
const FIRST_FIGURE = 3

/** A payee's statements of the year, and how revenue by payment, settlement and delivery date differ. */
export function YearOfPayee({ payee: { payee, statements, sums } }: { payee: PayeeYear }) {
  const { deductions, net } = sumPaid(statements)
  return (
    <Card title={payee} description={describeTotals(sums.paid, deductions, net)}>
      {statements.length > 0 && <Statements payee={payee} statements={statements} />}
      <dl className="grid max-w-lg gap-1.5 text-sm">
        {buildBridge(sums).map(({ label, amount, total }) => (
          <Figure key={label} label={label} strong={total}>
            <Money cents={toCents(amount)} />
          </Figure>
        ))}
      </dl>
    </Card>
  )
}

function describeTotals(...amounts: [gross: Amount, deductions: Amount, net: Amount]): string {
  const [gross, deductions, net] = amounts.map((amount) => formatMoney(toCents(amount)))
  return `Gross ${gross} · Deductions ${deductions} · Net ${net}`
}

function Statements({ payee, statements }: { payee: string; statements: PaidStatement[] }) {
  return (
    <div className="overflow-x-auto">
      <FigureTable caption={`Statements paid to ${payee}`} heads={HEADS} firstFigure={FIRST_FIGURE}>
        {statements.map((statement) => (
          <StatementRow key={statement.id} statement={statement} />
        ))}
        <TotalRow
          title={`Total (${pluralize(statements.length, 'statement')})`}
          firstFigure={FIRST_FIGURE}
        >
          <FigureCells {...sumPaid(statements)} />
        </TotalRow>
      </FigureTable>
    </div>
  )
}

function StatementRow({ statement }: { statement: PaidStatement }) {
  const { id, number, truck, paidOn } = statement
  return (
    <Row>
      <TableCell label="Statement">
        <a
          href={statementPath(id)}
          target="_blank"
          rel="noreferrer"
          className="hit-area text-accent-strong underline"
        >
          {number}
        </a>
      </TableCell>
      <TableCell label="Truck" className="wrap-anywhere">
        {truck}
      </TableCell>
      <TableCell label="Paid On">{paidOn && formatDay(paidOn)}</TableCell>
      <FigureCells {...splitPaid(statement)} />
    </Row>
  )
}

type Amounts = Record<'revenue' | 'corrections' | 'deductions' | 'net', Amount>

function FigureCells({ revenue, corrections, deductions, net }: Amounts) {
  const amounts = [revenue, corrections, deductions, net]
  return amounts.map((amount, index) => {
    const label = HEADS[FIRST_FIGURE + index] ?? ''
    return (
      <FigureCell key={label} label={label}>
        <Money cents={toCents(amount)} />
      </FigureCell>
    )
  })
}
