import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { formatDay, isDay, type Period } from '#core/calendar.ts'
import { formatMoney, readTypedAmount, toCents } from '#core/money.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import { type NumberedRow, selectStatements, sumIncluded } from '#core/payments/pay-grid.ts'
import type { OpenPayee } from '#core/payments/responses.ts'
import { pluralize } from '#core/pluralize.ts'
import { FigureCell, FigureTable, TotalRow } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { openPayeesQuery } from '#web/settlements/run/queries.ts'
import type { Steps } from '#web/settlements/run/steps.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Query } from '#web/ui/query.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { PayGridRow } from './pay-grid-row.tsx'
import { usePayGrid } from './use-pay-grid.ts'

type PayGridProps = {
  /** The statements of a week, or the chosen ones. */
  of: { period: Period } | { ids: ReadonlySet<number> }
  busy: boolean
  onStart: <Row>(steps: Steps<Row>) => void
}

/** Pays each payee once, each with their own method and check number (SPEC C8, C11). */
export function PayGrid({ of, ...props }: PayGridProps) {
  const query = useQuery(openPayeesQuery('period' in of ? of.period : null))
  return (
    <Query of={query} skeleton="h-40">
      {(data) => {
        const payees = 'ids' in of ? selectStatements(data, of.ids) : data
        return payees.length === 0 ? (
          <p className="text-sm text-muted">
            {'ids' in of
              ? 'None of the selected statements is open.'
              : 'Every approved statement of the week is paid.'}
          </p>
        ) : (
          <PayGridForm {...props} payees={payees} />
        )
      }}
    </Query>
  )
}

const HEADS = ['Pay', 'Payee', 'Statements', 'Method', 'Reference', 'Net', 'Already Paid', 'To Pay']
const FIRST_FIGURE = 5

type PayGridFormProps = {
  payees: OpenPayee[]
  busy: boolean
  onStart: <Row>(steps: Steps<Row>) => void
}

/** One pay date, the first check number, and a row per payee. Enter and the arrows move between rows. */
function PayGridForm({ payees, busy, onStart }: PayGridFormProps) {
  const grid = usePayGrid(payees)
  const included = grid.rows.filter((row) => row.included)

  const [asked, setAsked] = useState<NumberedRow[]>()

  /** Money is posted only after the sum was shown (SPEC C352). */
  function ask() {
    const rows = busy ? null : grid.check()
    if (rows?.length) setAsked(rows)
  }

  function pay(rows: NumberedRow[]) {
    setAsked(undefined)
    onStart(grid.buildSteps(rows))
  }

  return (
    <>
      <form
        noValidate
        className="grid min-w-0 gap-3"
        onKeyDown={saveByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <fieldset disabled={busy} className="grid min-w-0 gap-3">
          <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:max-w-xl">
            <Labeled
              label="Paid On"
              name="paidOn"
              required
              error={isDay(grid.paidOn) ? undefined : 'Paid on must be a date'}
            >
              {(aria) => <DayInput {...aria} value={grid.paidOn} onChange={grid.setPaidOn} />}
            </Labeled>
            <Labeled
              label="First Check #"
              name="firstCheck"
              hint="The checks below are numbered from here"
            >
              {(aria) => (
                <TextInput
                  {...aria}
                  inputMode="numeric"
                  autoComplete="off"
                  autoFocus
                  value={grid.firstCheck}
                  onChange={(event) => grid.setFirstCheck(event.target.value)}
                />
              )}
            </Labeled>
          </div>
          {grid.question && (
            <div className="text-sm text-waiting">
              <p role="alert">{grid.question.message}</p>
              <CheckLine
                label="Pay on this date"
                checked={grid.dayConfirmed}
                onChange={grid.setDayConfirmed}
              />
            </div>
          )}
          <div className="min-w-0" onKeyDown={moveByKeys}>
            <SidewaysScroll className="rounded-lg border border-line">
              <FigureTable caption="Payments of the week" heads={HEADS} firstFigure={FIRST_FIGURE}>
                {grid.rows.map((row, index) => (
                  <PayGridRow
                    key={row.payee}
                    row={row}
                    reference={grid.references[index] ?? ''}
                    problem={grid.problems[row.payee]}
                    onEdit={(change) => grid.edit(row.payee, change)}
                    onConfirm={(field) => grid.confirm(row.payee, field)}
                  />
                ))}
                <TotalRow
                  title={`Total (${pluralize(included.length, 'payment')})`}
                  firstFigure={FIRST_FIGURE + 2}
                >
                  <FigureCell label="To Pay">
                    <Money cents={toCents(sumIncluded(grid.rows))} />
                  </FigureCell>
                </TotalRow>
              </FigureTable>
            </SidewaysScroll>
          </div>
          <div className="flex justify-end">
            <Button type="submit" disabled={busy || included.length === 0}>
              {busy ? 'Paying...' : `Pay ${pluralize(included.length, 'Payee')}`}
            </Button>
          </div>
        </fieldset>
      </form>
      {asked && (
        <ConfirmPay
          rows={asked}
          paidOn={grid.paidOn}
          onPay={() => pay(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

const STEPS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

/** Enter and the arrows move to the same column of the next row. A select keeps its arrows. */
function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const { target, currentTarget } = event
  if (!step || !(target instanceof HTMLElement) || target instanceof HTMLButtonElement) return
  if (target instanceof HTMLSelectElement && event.key !== 'Enter') return
  const { column } = target.dataset
  if (column === undefined) return
  // Enter would submit the form.
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLElement>(`[data-column="${column}"]`)]
  const next = fields[fields.indexOf(target) + step]
  next?.focus()
  if (next instanceof HTMLInputElement && next.type === 'text') next.select()
}

type ConfirmPayProps = {
  rows: readonly NumberedRow[]
  paidOn: string
  onPay: () => void
  onClose: () => void
}

/** The sum and the payees before they are paid, and the checks without a number (SPEC C352). */
function ConfirmPay({ rows, paidOn, onPay, onClose }: ConfirmPayProps) {
  const total = formatMoney(toCents(sumIncluded(rows.map(({ row }) => row))))
  const payees = pluralize(rows.length, 'Payee')
  const unnumbered = rows.filter(
    ({ row, reference }) => row.method === 'check' && !reference.trim(),
  )
  return (
    <Dialog
      open
      title={`Pay ${total} to ${payees}?`}
      description={`Posted with the date ${formatDay(paidOn)}.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="grid gap-4 text-sm">
        <ul aria-label="Payments" className="grid gap-1">
          {rows.map(({ row, reference }) => (
            <li key={row.payee} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                {row.name ?? 'Unknown payee'}
                <span className="text-muted"> {describeMethod(row.method, reference)}</span>
              </span>
              <span className="tabular-nums">
                {formatMoney(toCents(readTypedAmount(row.amount) ?? '0.00'))}
              </span>
            </li>
          ))}
          <li className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-1 font-semibold">
            <span>Total</span>
            <span className="tabular-nums">{total}</span>
          </li>
        </ul>
        {unnumbered.length > 0 && (
          <p role="alert" className="text-waiting">
            {pluralize(unnumbered.length, 'check')} without a number. You can add numbers later on
            the Payments screen.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button data-first-focus onClick={onPay}>{`Pay ${total}`}</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** "Check 1001", "ACH", "Check, no number". */
function describeMethod(method: string, reference: string): string {
  const label = STATEMENT_PAYMENT_METHODS.find(({ value }) => value === method)?.label ?? method
  if (reference.trim()) return `${label} ${reference.trim()}`
  return method === 'check' ? `${label}, no number` : label
}
