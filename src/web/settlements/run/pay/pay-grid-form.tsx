import { useState } from 'react'
import { isDay } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import type { OpenPayee } from '#core/payments/responses.ts'
import { sumIncluded, type NumberedRow } from '#core/payments/pay-grid.ts'
import { pluralize } from '#core/pluralize.ts'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { FigureCell, FigureTable, TotalRow } from '#web/settlements/figures/figure-table.tsx'
import { Money } from '#web/settlements/figures/figures.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { ConfirmPay } from './confirm-pay.tsx'
import { moveByKeys } from './grid-keys.ts'
import { PayGridRow } from './pay-grid-row.tsx'
import type { Steps } from '#web/settlements/run/steps.ts'
import { usePayGrid } from './use-pay-grid.ts'

const HEADS = ['Pay', 'Payee', 'Statements', 'Method', 'Reference', 'Net', 'Already Paid', 'To Pay']
const FIRST_FIGURE = 5

type PayGridFormProps = {
  payees: OpenPayee[]
  busy: boolean
  onStart: <Row>(steps: Steps<Row>) => void
}

/** One pay date, the first check number, and a row per payee. Enter and the arrows move between rows. */
export function PayGridForm({ payees, busy, onStart }: PayGridFormProps) {
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
