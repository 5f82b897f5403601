import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { isHeld, listApplicable, type RunRow } from '#core/settlements/run/run.ts'
import { useMay } from '#web/api/may.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { rowKey } from './run-steps.ts'

type WaitingAdjustmentsProps = {
  rows: RunRow[]
  checked: boolean
  onChange: (checked: boolean) => void
}

/** The statements whose loads changed after their approval, and whether Prepare adjusts them (SPEC C361). */
export function WaitingAdjustments({ rows, checked, onChange }: WaitingAdjustmentsProps) {
  const mayAdjust = useMay('payroll')
  const waiting = rows.filter((row) => !isHeld(row) && listApplicable(row).length > 0)
  const count = waiting.reduce((sum, row) => sum + listApplicable(row).length, 0)
  if (!count || !mayAdjust) return null
  return (
    <div className="grid gap-1 rounded-md border border-line p-3 text-sm print:hidden">
      <CheckLine
        label={`Adjust ${pluralize(count, 'statement')} whose loads changed after approval`}
        checked={checked}
        onChange={onChange}
      />
      <ul className="grid gap-1 pl-6 text-muted">
        {waiting.flatMap((row) =>
          listApplicable(row).map(({ id, number, loads, net }) => (
            <li key={`${rowKey(row)} ${id}`} className="wrap-anywhere">
              <Link className="hit-area text-accent-strong underline" to={statementAddress(id)}>
                Statement #{number}
              </Link>{' '}
              (truck {row.truck}, {pluralize(loads, 'load')}):{' '}
              <span className="font-medium text-ink">{formatMoney(toCents(net))}</span> on the{' '}
              {formatDay(row.settlementDate)} settlement
            </li>
          )),
        )}
      </ul>
    </div>
  )
}
