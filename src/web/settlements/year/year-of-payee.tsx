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
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { CELL, FIGURE } from '#web/settlements/figures/figure-cells.ts'
import { FigureTable } from '#web/settlements/figures/figure-table.tsx'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'

const HEADS = ['Statement', 'Truck', 'Paid On', 'Revenue', 'Corrections', 'Deductions', 'Net']
const FIRST_FIGURE = 3

/** An owner's statements of the year, and the bridge between the dates that revenue may go by. */
export function YearOfPayee({ payee: { payee, statements, sums } }: { payee: PayeeYear }) {
  const { deductions, net } = sumPaid(statements)
  return (
    <Card
      title={payee}
      description={`Paid: ${formatMoney(toCents(sums.paid))} before deductions, ${formatMoney(toCents(deductions))} deducted, ${formatMoney(toCents(net))} net.`}
    >
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

function Statements({ payee, statements }: { payee: string; statements: PaidStatement[] }) {
  return (
    <div className="overflow-x-auto">
      <FigureTable caption={`Statements paid to ${payee}`} heads={HEADS} firstFigure={FIRST_FIGURE}>
        {statements.map((statement) => (
          <StatementLine key={statement.id} statement={statement} />
        ))}
        <SumLine statements={statements} />
      </FigureTable>
    </div>
  )
}

function StatementLine({ statement }: { statement: PaidStatement }) {
  const { id, number, truck, paidOn } = statement
  const { revenue, corrections, deductions, net } = splitPaid(statement)
  return (
    <tr className="border-t border-line">
      <td className={CELL} data-label="Statement">
        <a
          href={statementPath(id)}
          target="_blank"
          rel="noreferrer"
          className="hit-area text-accent-strong underline"
        >
          {number}
        </a>
      </td>
      <td className={classes(CELL, 'wrap-anywhere')} data-label="Truck">
        {truck}
      </td>
      <td className={CELL} data-label="Paid On">
        {paidOn && formatDay(paidOn)}
      </td>
      <FigureCells amounts={[revenue, corrections, deductions, net]} />
    </tr>
  )
}

function SumLine({ statements }: { statements: PaidStatement[] }) {
  const { revenue, corrections, deductions, net } = sumPaid(statements)
  return (
    <tr className="border-t-2 border-line-strong font-semibold">
      <th scope="row" colSpan={FIRST_FIGURE} className={classes(CELL, 'text-left')}>
        Sum of {pluralize(statements.length, 'statement')}
      </th>
      <FigureCells amounts={[revenue, corrections, deductions, net]} />
    </tr>
  )
}

/** In the order of the last heads. */
function FigureCells({ amounts }: { amounts: Amount[] }) {
  return HEADS.slice(FIRST_FIGURE).map((head, index) => (
    <td key={head} className={classes(CELL, FIGURE)} data-label={head}>
      <Money cents={toCents(amounts[index] ?? '0.00')} />
    </td>
  ))
}
