import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { formatFormula, type Line } from '#core/settlements/lines.ts'
import {
  EXPENSE_CATEGORIES,
  type Settlement,
  settlementFields,
  totalExpenses,
} from '#core/settlements/settlement.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'
import { useMay } from '#web/api/may.tsx'
import { LineName } from '#web/settlements/cards/line-name.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { linesQuery } from '#web/settlements/queries.ts'
import {
  findStaleReason,
  isFrozen,
  type LoadedSettlement,
} from '#web/settlements/screen/loaded-settlement.ts'
import { useRecalculate } from '#web/settlements/screen/use-recalculate.ts'
import { useSettlement } from '#web/settlements/screen/use-settlement.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextArea } from '#web/ui/inputs/text-input.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { CategoryField } from './category-field.tsx'
import { EXPENSES_FORM, isUnused, listInvalid } from './draft.ts'

/** The categories and the notes; disabled until a settlement is loaded (SPEC A2, A5). */
export function ExpensesCard() {
  const { loaded, form, save } = useSettlement()
  const mayChange = useMay('payroll')
  return (
    <>
      <LinesError />
      <Card
        title="Expense Categories"
        description={describe(loaded)}
        actions={<DeductionsButton />}
      >
        {loaded?.billing && (isFrozen(loaded) || !mayChange) ? (
          <StatementTable billing={loaded.billing} />
        ) : !mayChange ? (
          <p className="text-sm text-muted">Nothing is saved for this truck and date.</p>
        ) : (
          <form
            id={EXPENSES_FORM}
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              void form.handleSubmit(save)()
            }}
            onKeyDown={saveByKeys}
          >
            {/* A focused field stays clear of the totals above and of the buttons below. */}
            <div className="[&_:is(button,input)]:scroll-my-28">
              {EXPENSE_CATEGORIES.map((category) => (
                <CategoryField key={category} category={category} />
              ))}
            </div>
            <InvalidAmounts />
            <NotesInput />
          </form>
        )}
      </Card>
    </>
  )
}

function LinesError() {
  const { loaded } = useSettlement()
  const { error, refetch } = useQuery(linesQuery(loaded?.billing?.id ?? null))
  return error && <LoadError error={error} onRetry={() => void refetch()} />
}

function describe(loaded: LoadedSettlement | null): string {
  if (!loaded) return 'Choose a truck and date, then load the data.'
  const { billing } = loaded
  const date = formatDay(loaded.settlementDate)
  if (!billing) return `New settlement, ${date} (not saved)`
  if (!isFrozen(loaded)) return `Saved draft, ${date}`
  const status = SETTLEMENT_STATUSES.find(({ value }) => value === billing.status)
  return `${status?.label} statement, ${date}`
}

/** The totals count an invalid amount as 0.00, and this says so (SPEC B14). */
function InvalidAmounts() {
  const { control } = useSettlement().form
  const names = listInvalid(useWatch({ control }))
  if (names.length === 0) return null
  const labels = names.map((name) => settlementFields[name].label).join(', ')
  return (
    <p role="status" className="text-sm font-medium text-danger-ink">
      Not a valid amount, counted as $0.00: {labels}
    </p>
  )
}

function NotesInput() {
  const { loaded, form, saving } = useSettlement()
  return (
    <Controller
      name="notes"
      control={form.control}
      render={({ field, fieldState }) => (
        <Labeled
          label={settlementFields.notes.label}
          name="notes"
          error={fieldState.error?.message}
          hint="Printed on the statement."
        >
          {(aria) => (
            <TextArea {...aria} {...field} disabled={!loaded} readOnly={saving} rows={3} />
          )}
        </Labeled>
      )}
    />
  )
}

/**
 * Applies recurring deductions that changed after the draft was saved (SPEC C2). If its loads changed too,
 * `DriftNotice` has the same button.
 */
function DeductionsButton() {
  const { loaded, preview, lines } = useSettlement()
  const { recalculate, recalculating } = useRecalculate()
  const mayChange = useMay('payroll')
  if (!mayChange || loaded?.billing?.status !== 'pending' || !preview) return null
  if (findStaleReason(loaded, preview, lines)) return null
  return (
    <Button variant="secondary" onClick={recalculate}>
      {recalculating ? 'Recalculating...' : 'Recalculate Deductions'}
    </Button>
  )
}

/** The amounts of a locked settlement, as the statement prints them (SPEC C3, C57). */
function StatementTable({ billing }: { billing: Settlement }) {
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
          <LineName line={line} />
          {formatFormula(line) && ` · ${formatFormula(line)}`}
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
