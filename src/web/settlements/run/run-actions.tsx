import { useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import type { RunRow } from '#core/settlements/run.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { PayMany } from './pay-many.tsx'
import { approveStep, createStep, payStep, recalculateStep } from './queries.ts'
import { selectRows } from './steps.ts'
import { StepsNotice } from './steps-notice.tsx'
import { useSteps } from './use-steps.ts'

/** The bulk steps, each with the number of settlements it applies to (SPEC C8). */
export function RunActions({ rows }: { rows: RunRow[] }) {
  const { progress, start, stop } = useSteps()
  const [paying, setPaying] = useState(false)
  const [withIdle, setWithIdle] = useState(false)
  const { toCreate: withLoads, idle, toRecalculate, toApprove, toPay } = selectRows(rows)
  const toCreate = withIdle ? [...withLoads, ...idle] : withLoads
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
      {idle.length > 0 && (
        <CheckLine
          label={`Also create settlements for ${pluralize(idle.length, 'truck')} without loads`}
          checked={withIdle}
          onChange={setWithIdle}
        />
      )}
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
