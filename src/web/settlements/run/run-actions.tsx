import { useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import type { Run } from '#core/settlements/run.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { PayGrid } from './pay-grid.tsx'
import { approveStep, createStep, recalculateStep } from './queries.ts'
import { selectRows, stepsInOrder, stepsOfTrucks } from './steps.ts'
import { StepsNotice } from './steps-notice.tsx'
import { useSteps } from './use-steps.ts'

/** The bulk steps, each with the number of settlements it applies to (SPEC C8). */
export function RunActions({ run }: { run: Run }) {
  const { progress, start, stop } = useSteps()
  const [paying, setPaying] = useState(false)
  const [withIdle, setWithIdle] = useState(false)
  const { toCreate: withLoads, idle, toRecalculate, toApprove, toPay } = selectRows(run.rows)
  const toCreate = withIdle ? [...withLoads, ...idle] : withLoads
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
      {idle.length > 0 && (
        <CheckLine
          label={`Also create settlements for ${pluralize(idle.length, 'truck')} without loads`}
          checked={withIdle}
          onChange={setWithIdle}
        />
      )}
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      {paying && (
        <PayGrid period={run} busy={busy} onStart={start} onClose={() => setPaying(false)} />
      )}
    </div>
  )
}
