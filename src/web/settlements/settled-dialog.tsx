import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { statementAddress } from '#core/settlements/history.ts'
import type {
  ChangedStatement,
  SettledAnswer,
  SettledQuestion,
} from '#core/settlements/adjustments/settled-change.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type SettledDialogProps = {
  question: SettledQuestion
  /** Null: the change is canceled. */
  answer: (answer: SettledAnswer | null) => void
}

/** Names the statements that a change of loads affects, and offers to adjust the next settlements (SPEC C360). */
export function SettledDialog({ question, answer }: SettledDialogProps) {
  const { statements, canAdjust, message } = question
  const adjustable = canAdjust ? statements.filter(({ next }) => next !== null) : []
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answer(null)}
      title="Already Settled"
      description={statements.length > 0 ? describe(statements) : message}
    >
      {statements.length > 0 && (
        <ul className="grid gap-2">
          {statements.map((statement) => (
            <StatementItem key={statement.id} statement={statement} canAdjust={canAdjust} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button data-first-focus variant="secondary" onClick={() => answer(null)}>
          Cancel
        </Button>
        <Button
          variant={adjustable.length > 0 ? 'secondary' : 'primary'}
          onClick={() => answer('leave')}
        >
          {adjustable.length > 0 ? 'Don’t Adjust' : 'Change Anyway'}
        </Button>
        {adjustable.length > 0 && (
          <Button onClick={() => answer('adjust')}>{adjustLabel(adjustable.length)}</Button>
        )}
      </div>
    </Dialog>
  )
}

function describe({ length }: ChangedStatement[]): string {
  const change =
    length === 1
      ? 'This changes what a locked statement paid.'
      : `This changes what ${length} locked statements paid.`
  return `${change} The ${length === 1 ? 'statement stays as it is' : 'statements stay as they are'}. Differences that you don’t adjust are listed in the settlement run.`
}

function adjustLabel(count: number): string {
  if (count === 1) return 'Adjust Next Settlement'
  return count === 2 ? 'Adjust Both Next Settlements' : `Adjust ${count} Next Settlements`
}

type StatementItemProps = { statement: ChangedStatement; canAdjust: boolean }

function StatementItem({ statement, canAdjust }: StatementItemProps) {
  const { id, number, status, truck, net } = statement
  const option = SETTLEMENT_STATUSES.find(({ value }) => value === status)
  return (
    <li className="grid gap-1 rounded-md border border-line p-3 text-sm">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <a
          className="font-medium text-accent-strong underline"
          href={statementAddress(id)}
          target="_blank"
          rel="noopener"
        >
          Statement #{number}
        </a>
        <Badge tone={option?.tone ?? 'neutral'}>{option?.label ?? status}</Badge>
        <span className="wrap-anywhere">Truck {truck}</span>
        <span className="ml-auto font-medium tabular-nums">{formatMoney(toCents(net))}</span>
      </span>
      <span className="text-muted">{describeNext(statement, canAdjust)}</span>
    </li>
  )
}

function describeNext({ next, otherPayee, truck }: ChangedStatement, canAdjust: boolean): string {
  if (!canAdjust) return 'Accounting or an Admin can adjust it in the settlement run.'
  if (next !== null) return `Adjust adds this to the ${formatDay(next)} settlement.`
  if (otherPayee !== null)
    return `Truck ${truck} pays ${otherPayee} now, so this isn’t added automatically.`
  return 'No next settlement yet: the settlement run can adjust it.'
}
