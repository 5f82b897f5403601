import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { statementAddress } from '#core/settlements/history.ts'
import { isHeld, listApplicable, type Run, type RunRow } from '#core/settlements/run/run.ts'
import { useMay } from '#web/api/may.tsx'
import { RunMails } from '#web/mail/run-mails.tsx'
import { useRowKeys } from '#web/records/list/use-row-keys.ts'
import { PayGrid } from '#web/settlements/run/pay/pay-grid.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { CauseFilter, hasCause, readCause } from './cause-filter.tsx'
import { type ExceptionActions, useExceptionActions } from './exception-actions.tsx'
import { RunActions } from './run-actions.tsx'
import {
  findOpenStep,
  isRunStep,
  rowKey,
  RUN_STEPS,
  type RunStep,
  STEP_TITLES,
} from './run-steps.ts'
import { RunTable } from './run-table.tsx'
import { StepNav } from './step-nav.tsx'
import { StepsNotice } from './steps-notice.tsx'
import type { Steps } from './steps.ts'
import { useFocusOnStep } from './use-focus-on-step.ts'
import { useRunSelection } from './use-run-selection.ts'
import { useSteps } from './use-steps.ts'

/** The steps of a week: shows the step that the address names, or else the step with the next open work. */
export function RunView({ run }: { run: Run }) {
  const [params, setParams] = useSearchParams()
  const { progress, start, stop } = useSteps()
  const chosen = params.get('step')
  const [adjusts, setAdjusts] = useState(true)
  const [started, setStarted] = useState<RunStep>()
  const step = isRunStep(chosen) ? chosen : findOpenStep(run.rows, adjusts, started)
  // After the run advances, the next step already has its new rows and need not wait until the other lists are reloaded.
  const busy = (progress?.running ?? false) && started === step
  const mayPay = useMay('payroll')
  const panel = useFocusOnStep(step, run.rows)

  function set(name: 'step' | 'cause', value: string | null) {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true })
  }

  /** Without failures the run continues with the next open step, unless the user has chosen another one meanwhile. */
  function startSteps<Row>(steps: Steps<Row>) {
    setStarted(step)
    start(steps, (failed) => failed === 0 && leaveStep(step))
  }

  function leaveStep(done: RunStep) {
    // `params` comes from the render in which the step was started, so it may be outdated.
    const current = new URLSearchParams(window.location.search)
    if (current.get('step') !== done) return
    current.delete('step')
    setParams(current, { replace: true })
  }

  // Not in the step: an open dialog stays, with what is typed, when the run goes on to the next one.
  const exceptions = useExceptionActions({ rows: run.rows, busy, onStart: startSteps })
  const shared = { run, busy, exceptions, onStart: startSteps }
  return (
    <>
      <StepNav
        rows={run.rows}
        current={step}
        adjusts={adjusts}
        onChoose={(next) => set('step', next)}
      />
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      <section
        ref={panel}
        tabIndex={-1}
        aria-label={`Step ${RUN_STEPS.indexOf(step) + 1} of 4: ${STEP_TITLES[step]}`}
        className="grid min-w-0 gap-3 outline-none"
      >
        {step === 'pay' ? (
          <Card
            title="Pay"
            description="Each payee gets one payment for their statements of the week."
          >
            {mayPay ? (
              <PayGrid of={{ period: run }} busy={busy} onStart={startSteps} />
            ) : (
              <p className="text-sm text-muted">Your role can&apos;t make payments.</p>
            )}
          </Card>
        ) : (
          <SelectStep
            key={step}
            step={step}
            cause={params.get('cause')}
            adjusts={adjusts}
            onAdjusts={setAdjusts}
            onCause={(cause) => set('cause', cause)}
            {...shared}
          />
        )}
      </section>
      {exceptions.parts}
    </>
  )
}

type SelectStepProps = {
  run: Run
  step: Exclude<RunStep, 'pay'>
  busy: boolean
  cause: string | null
  onCause: (cause: string | null) => void
  /** Prepare adds the waiting adjustments. */
  adjusts: boolean
  onAdjusts: (adjusts: boolean) => void
  onStart: (steps: Steps<RunRow>) => void
  exceptions: ExceptionActions
}

/** A step whose settlements are selected in the table. */
function SelectStep(props: SelectStepProps) {
  const { run, step, busy, cause: named, onCause, onStart, adjusts, onAdjusts, exceptions } = props
  const cause = readCause(named)
  const rows = cause ? run.rows.filter((row) => hasCause(row, cause)) : run.rows
  const selection = useRunSelection(step, rows, run.rows, adjusts)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  useRunKeys(rows, (row) => selection.toggle(row), open)

  function open(row: RunRow) {
    setOpened((before) => {
      const after = new Set(before)
      if (!after.delete(rowKey(row))) after.add(rowKey(row))
      return after
    })
  }

  return (
    <Card title={STEP_TITLES[step]} description={DESCRIPTIONS[step]}>
      <CauseFilter rows={run.rows} chosen={cause} onChoose={onCause} />
      {step === 'prepare' && (
        <WaitingAdjustments rows={rows} checked={adjusts} onChange={onAdjusts} />
      )}
      <RunActions
        {...{ run, step, selection, busy, onStart, adjusts }}
        onShowLines={() => setOpened(new Set(selection.rows.map(rowKey)))}
      />
      <RunTable {...{ rows, selection, opened, exceptions }} onOpen={open} />
      {step === 'send' && <RunMails week={run.from} />}
    </Card>
  )
}

const DESCRIPTIONS: Record<Exclude<RunStep, 'pay'>, string> = {
  prepare:
    'Creates a draft for each selected truck, updates drafts whose loads changed, and adds adjustments.',
  approve: 'Gives each selected draft its statement number and locks it.',
  send: 'Print, download or email the statements of the week.',
}

/** J and K move between the rows of the step, X selects the focused row, E shows its lines. */
function useRunKeys(rows: RunRow[], toggle: (row: RunRow) => void, open: (row: RunRow) => void) {
  function withFocused(act: (row: RunRow) => void) {
    const key = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
    const row = rows.find((one) => rowKey(one) === key)
    if (row) act(row)
  }
  useRowKeys({ onOpen: () => withFocused(open) })
  useShortcuts({ select: () => withFocused(toggle) })
}

type WaitingAdjustmentsProps = {
  rows: RunRow[]
  checked: boolean
  onChange: (checked: boolean) => void
}

/** The statements whose loads changed after their approval, and whether Prepare adjusts them (SPEC C361). */
function WaitingAdjustments({ rows, checked, onChange }: WaitingAdjustmentsProps) {
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
