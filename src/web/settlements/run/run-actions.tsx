import { useState } from 'react'
import type { RunRow } from '#core/settlements/run.ts'
import { Button } from '#web/ui/button.tsx'
import { PayMany } from './pay-many.tsx'
import { approveStep, createStep, payStep, recalculateStep } from './queries.ts'
import { selectRows } from './steps.ts'
import { StepsNotice } from './steps-notice.tsx'
import { useSteps } from './use-steps.ts'

/** The bulk steps, each with the number of settlements it applies to (SPEC C8). */
export function RunActions({ rows }: { rows: RunRow[] }) {
  const { progress, start, stop } = useSteps()
  const [paying, setPaying] = useState(false)
  const { toCreate, toRecalculate, toApprove, toPay } = selectRows(rows)
  const busy = progress?.running ?? false
  return (
    <div className="grid gap-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={busy || toCreate.length === 0}
          onClick={() => start('settlements created', toCreate, createStep)}
        >
          Create Settlements ({toCreate.length})
        </Button>
        {toRecalculate.length > 0 && (
          <Button
            variant="secondary"
            disabled={busy}
            onClick={() => start('settlements recalculated', toRecalculate, recalculateStep)}
          >
            Recalculate ({toRecalculate.length})
          </Button>
        )}
        <Button
          disabled={busy || toApprove.length === 0}
          onClick={() => start('settlements approved', toApprove, approveStep)}
        >
          Approve All Without Exceptions ({toApprove.length})
        </Button>
        <Button disabled={busy || toPay.length === 0} onClick={() => setPaying(true)}>
          Mark Paid ({toPay.length})
        </Button>
      </div>
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      {paying && (
        <PayMany
          count={toPay.length}
          onPay={(payment) => start('statements marked paid', toPay, payStep(payment))}
          onClose={() => setPaying(false)}
        />
      )}
    </div>
  )
}
