import { useState } from 'react'
import type { Run } from '#core/settlements/run.ts'
import { Button } from '#web/ui/button.tsx'
import { PayGrid } from './pay-grid.tsx'
import { approveStep, createStep, recalculateStep } from './queries.ts'
import { selectRows, stepsInOrder, stepsOfTrucks } from './steps.ts'
import { StepsNotice } from './steps-notice.tsx'
import { useSteps } from './use-steps.ts'

/** The bulk steps, each with the number of settlements it applies to (SPEC C8). */
export function RunActions({ run }: { run: Run }) {
  const { progress, start, stop } = useSteps()
  const [paying, setPaying] = useState(false)
  const { toCreate, toRecalculate, toApprove, toPay } = selectRows(run.rows)
  const busy = progress?.running ?? false
  return (
    <div className="grid gap-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={busy || toCreate.length === 0}
          onClick={() => start(stepsOfTrucks('settlements created', toCreate, createStep))}
        >
          Create Settlements ({toCreate.length})
        </Button>
        {toRecalculate.length > 0 && (
          <Button
            variant="secondary"
            disabled={busy}
            onClick={() =>
              start(stepsOfTrucks('settlements recalculated', toRecalculate, recalculateStep))
            }
          >
            Recalculate ({toRecalculate.length})
          </Button>
        )}
        <Button
          disabled={busy || toApprove.length === 0}
          onClick={() => start(stepsInOrder('settlements approved', toApprove, approveStep))}
        >
          Approve All Without Exceptions ({toApprove.length})
        </Button>
        <Button disabled={busy || paying || toPay.length === 0} onClick={() => setPaying(true)}>
          Pay ({toPay.length})
        </Button>
      </div>
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      {paying && (
        <PayGrid period={run} busy={busy} onStart={start} onClose={() => setPaying(false)} />
      )}
    </div>
  )
}
