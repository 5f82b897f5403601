import { useState } from 'react'
import type { RunRow } from '#core/settlements/run.ts'
import { Button } from '#web/ui/button.tsx'
import { PayMany } from './pay-many.tsx'
import { approveStep, createStep, payStep, recalculateStep } from './queries.ts'
import { StepsNotice } from './steps-notice.tsx'
import { useSteps } from './use-steps.ts'

/** What can be done with all of them at once; each button says to how many (SPEC C8). */
export function RunActions({ rows }: { rows: RunRow[] }) {
  const { progress, start, stop } = useSteps()
  const [paying, setPaying] = useState(false)
  const unsaved = rows.filter(({ billing }) => billing === null)
  const clean = rows.filter(
    ({ billing, exceptions }) => billing?.status === 'pending' && !exceptions.length,
  )
  const stale = rows.filter(({ stale: differs }) => differs)
  const approved = rows.filter(({ billing }) => billing?.status === 'approved')
  const busy = progress?.running ?? false
  return (
    <div className="grid gap-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={busy || unsaved.length === 0}
          onClick={() => start('Saving settlements', unsaved, createStep)}
        >
          Save All ({unsaved.length})
        </Button>
        {stale.length > 0 && (
          <Button
            variant="secondary"
            disabled={busy}
            onClick={() => start('Recalculating', stale, recalculateStep)}
          >
            Recalculate ({stale.length})
          </Button>
        )}
        <Button
          disabled={busy || clean.length === 0}
          onClick={() => start('Approving', clean, approveStep)}
        >
          Approve Clean Ones ({clean.length})
        </Button>
        <Button disabled={busy || approved.length === 0} onClick={() => setPaying(true)}>
          Mark Paid ({approved.length})
        </Button>
      </div>
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      {paying && (
        <PayMany
          count={approved.length}
          onPay={(payment) => start('Marking paid', approved, payStep(payment))}
          onClose={() => setPaying(false)}
        />
      )}
    </div>
  )
}
