import type { ColumnOf } from '#core/entities/entity.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { statements } from '#core/settlements/statements.ts'
import { ListSection } from '#web/records/page/list-section.tsx'

type StatementsSectionProps = {
  /** The filter of the list of statements. */
  match: Record<string, string>
  /** Whether the page is about the truck, so that the Truck column is left out. */
  ofTruck?: boolean
  empty: string
}

/** Gross less net. */
const DEDUCTIONS: ColumnOf = {
  title: 'Deductions',
  fields: ['grossPay', 'netPayment'],
  format: ({ grossPay, netPayment }) =>
    formatMoney(toCents(String(grossPay)) - toCents(String(netPayment))),
}

const COLUMNS: ColumnOf[] = [
  {
    title: 'Statement',
    fields: ['number'],
    format: ({ number }) => (number === null ? 'Draft' : `#${String(number)}`),
  },
  { title: 'Date', fields: ['settlementDate'] },
  { title: 'Truck', fields: ['truckId'] },
  { title: 'Gross', fields: ['grossPay'] },
  DEDUCTIONS,
  { title: 'Net', fields: ['netPayment'] },
  { title: 'Status', fields: ['status'], show: 'badge' },
]

/** The latest settlements of a payee or a truck. Each opens its statement (SPEC C53). */
export function StatementsSection({ match, ofTruck = false, empty }: StatementsSectionProps) {
  return (
    <ListSection
      title="Statements"
      description="Open a statement to compare it with the previous one."
      listing={statements}
      columns={COLUMNS.filter(({ title }) => !ofTruck || title !== 'Truck')}
      match={match}
      listPath="/settlements/statements"
      noun="statement"
      addressOf={({ id }) => statementAddress(id)}
      empty={empty}
    />
  )
}
