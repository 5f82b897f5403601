import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { isHeld, type Run, type RunRow } from '#core/settlements/run/run.ts'
import { chosenPaths } from '#core/settlements/statements.ts'
import { fileAddress } from '#web/api/client.ts'
import { DownloadLink, LinkButton } from '#web/api/file-links.tsx'
import { useMay } from '#web/api/may.tsx'
import { ReportLinks } from '#web/transfer/export-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { HoldDialog } from './hold-dialog.tsx'
import { approveStep, holdStep, prepareStep } from './queries.ts'
import type { RunStep } from './run-steps.ts'
import { type Steps, stepsInOrder, stepsOfTrucks } from './steps.ts'
import type { RunSelection } from './use-run-selection.ts'

type RunActionsProps = {
  run: Run
  step: Exclude<RunStep, 'pay'>
  selection: RunSelection
  /** Prepare adds the waiting adjustments. */
  adjusts: boolean
  busy: boolean
  onStart: (steps: Steps<RunRow>) => void
  onShowLines: () => void
}

/** The main action of a step, and the other actions on the selected settlements. */
export function RunActions(props: RunActionsProps) {
  const { step, selection, onShowLines } = props
  const { rows, offered } = selection
  const mayChange = useMay('payroll')
  const mayExport = useMay('export')
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {offered.length > 0 && (
        <CheckLine
          label={`${rows.length} of ${offered.length} selected`}
          checked={rows.length === offered.length}
          onChange={(checked) => selection.set(offered, checked)}
        />
      )}
      <Button variant="secondary" disabled={rows.length === 0} onClick={onShowLines}>
        Show Lines
      </Button>
      {mayChange && step === 'approve' && <HoldButtons {...props} />}
      <span className="grow" />
      {mayExport && step === 'send' && <FileLinks {...props} />}
      {mayChange && step !== 'send' && <StepButton {...props} step={step} />}
    </div>
  )
}

type StepButtonProps = RunActionsProps & { step: 'prepare' | 'approve' }

/** Prepares or approves the selected settlements. Ctrl+Enter does the same. */
function StepButton({ run, step, selection, adjusts, busy, onStart }: StepButtonProps) {
  const rows = selection.rows.filter((row) => step === 'prepare' || !isHeld(row))
  const steps =
    step === 'prepare'
      ? stepsOfTrucks('settlements prepared', rows, (row) => prepareStep(row, adjusts))
      : stepsInOrder('settlements approved', rows, (row) => approveStep(row, run.rows))
  const start = () => {
    if (!busy && rows.length > 0) onStart(steps)
  }
  useShortcuts({ save: (event) => !event.repeat && start() })
  const verb = step === 'prepare' ? 'Prepare' : 'Approve'
  return (
    // A disabled button would lose the focus.
    <Button aria-disabled={busy} disabled={rows.length === 0} onClick={start}>
      {verb} {pluralize(rows.length, 'Settlement')}
    </Button>
  )
}

/** Holds the selected drafts, or releases them (SPEC C48). The H key holds them. */
function HoldButtons({ selection, busy, onStart }: RunActionsProps) {
  const [asking, setAsking] = useState(false)
  const held = selection.rows.filter(isHeld)
  const drafts = selection.rows.filter((row) => !isHeld(row))
  const ask = () => !busy && drafts.length > 0 && setAsking(true)
  useShortcuts({
    hold: (event) => {
      event.preventDefault()
      ask()
    },
  })
  return (
    <>
      <Button variant="secondary" disabled={drafts.length === 0} onClick={ask}>
        Hold {drafts.length || ''}
      </Button>
      {held.length > 0 && (
        <Button
          variant="secondary"
          onClick={() =>
            onStart(stepsInOrder('holds released', held, (row) => holdStep(row, null)))
          }
        >
          Release {pluralize(held.length, 'Hold')}
        </Button>
      )}
      {asking && (
        <HoldDialog
          count={drafts.length}
          busy={busy}
          onHold={(reason) => {
            onStart(stepsInOrder('settlements held', drafts, (row) => holdStep(row, reason)))
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Links to print and download statements. The emails are below the table. */
function FileLinks({ run: { from }, selection: { rows } }: RunActionsProps) {
  const ids = rows.flatMap(({ billing }) => billing?.id ?? [])
  const paths = chosenPaths(ids)
  useShortcuts({
    save: () => ids.length > 0 && window.open(fileAddress(paths.pdf), '_blank', 'noopener'),
  })
  return (
    <>
      <ReportLinks
        path="/api/settlements/run/register"
        query={{ week: from }}
        text="Download Pay Register"
      />
      {ids.length > 0 && (
        <>
          <DownloadLink href={paths.zip}>
            <Download aria-hidden className="size-4" />
            Download Statements (ZIP)
          </DownloadLink>
          <LinkButton href={paths.pdf} target="_blank" rel="noopener">
            <Printer aria-hidden className="size-4" />
            Print {pluralize(ids.length, 'Statement')}
          </LinkButton>
        </>
      )}
    </>
  )
}
