import { useRef, useState } from 'react'
import { CANCELED_MESSAGE } from '#core/messages.ts'
import { refetchLists } from '#web/api/queries.ts'
import { startSharing } from '#web/api/server-questions.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { countRow, runSteps, startProgress, type Progress, type Steps } from './steps.ts'

/**
 * Runs a bulk step over rows and reports its progress. A stopped run keeps the finished steps. A question of the server is
 * asked once for all rows, and its Cancel stops the run. `running` stays true until
 * the lists are reloaded, so that the next step does not start with outdated rows.
 */
export function useSteps() {
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)
  const latest = useRef(0)

  async function start<Row>(steps: Steps<Row>, onEnd?: (failed: number) => void) {
    stopped.current = false
    const run = ++latest.current
    let failed = 0
    setProgress(startProgress(steps.result, steps.groups.flat().length))
    const endSharing = startSharing()
    const isCanceled = await runSteps(steps, {
      isStopped: () => stopped.current,
      onRow: (failure) => {
        if (failure) failed++
        setProgress((before) => before && countRow(before, failure))
      },
    }).finally(endSharing)
    if (isCanceled) {
      failed++
      toast(CANCELED_MESSAGE)
    }
    await refetchLists()
    if (run === latest.current) setProgress((before) => before && { ...before, running: false })
    onEnd?.(failed)
  }

  return {
    progress,
    /** `onEnd` runs after the lists are reloaded, with the number of rows that failed or were canceled. */
    start: <Row>(steps: Steps<Row>, onEnd?: (failed: number) => void) => void start(steps, onEnd),
    stop: () => {
      stopped.current = true
    },
  }
}
