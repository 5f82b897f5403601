import { formatMoney, toCents } from '#core/money.ts'
import { formatFormula, lineName, type Line } from '#core/settlements/lines.ts'
import {
  EXPENSE_CATEGORIES,
  settlementFields,
  totalExpenses,
  type Settlement,
} from '#core/settlements/settlement.ts'
import { Money } from '#web/settlements/figures/figures.tsx'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { isUnused } from './draft.ts'

/** The amounts of a locked settlement, as the statement prints them (SPEC C3, C57). */
export function StatementTable({ billing }: { billing: Settlement }) {
  const { lines } = useSettlement()
  const linesOf = (name: string) => lines.filter(({ category }) => category === name)
  const unused = EXPENSE_CATEGORIES.filter((name) => isUnused(billing[name], linesOf(name)))
  const used = EXPENSE_CATEGORIES.filter((name) => !unused.includes(name))
  return (
    <div className="grid gap-3 text-sm">
      <table className="w-full border-collapse">
        <caption className="sr-only">Deductions of the statement</caption>
        <tbody>
          {used.map((name) => (
            <tr key={name} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 pr-4 text-left font-medium">
                {settlementFields[name].label}
                <LineList lines={linesOf(name)} />
              </th>
              <td className="py-1.5 text-right tabular-nums">
                <Money cents={toCents(billing[name])} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <SumRow label="Total Expenses" cents={totalExpenses(billing)} />
          <SumRow label="Net Payment" cents={toCents(billing.netPayment)} strong />
        </tfoot>
      </table>
      {unused.length > 0 && (
        <p className="text-xs text-muted">
          $0.00: {unused.map((name) => settlementFields[name].label).join(', ')}
        </p>
      )}
      {billing.notes && (
        <section>
          <h3 className="font-medium">{settlementFields.notes.label}</h3>
          <p className="wrap-anywhere whitespace-pre-wrap">{billing.notes}</p>
        </section>
      )}
    </div>
  )
}

function LineList({ lines }: { lines: Line[] }) {
  if (!lines.length) return null
  return (
    <ul className="text-xs font-normal text-muted">
      {lines.map((line) => (
        <li key={line.id} className="wrap-anywhere">
          {[lineName(line), formatFormula(line)].filter(Boolean).join(' · ')}
          {lines.length > 1 && ` · ${formatMoney(toCents(line.amount))}`}
        </li>
      ))}
    </ul>
  )
}

type SumRowProps = { label: string; cents: bigint; strong?: boolean }

function SumRow({ label, cents, strong }: SumRowProps) {
  return (
    <tr className={strong ? 'border-y-2 border-double border-line-strong text-base' : ''}>
      <th scope="row" className="py-1.5 pr-4 text-left font-semibold">
        {label}
      </th>
      <td className="py-1.5 text-right font-semibold tabular-nums">
        <Money cents={cents} />
      </td>
    </tr>
  )
}
