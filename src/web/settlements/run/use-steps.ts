import { useRef, useState } from 'react'
import { refetchLists } from '#web/api/queries.ts'
import { countRow, runSteps, startProgress, type Progress, type Steps } from './steps.ts'

/** Runs a bulk step over rows and reports its progress. A stopped run keeps the finished steps. */
export function useSteps() {
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)

  async function start<Row>(steps: Steps<Row>, onEnd?: (failed: number) => void) {
    stopped.current = false
    let failed = 0
    setProgress(startProgress(steps.result, steps.groups.flat().length))
    await runSteps(steps, {
      isStopped: () => stopped.current,
      onRow: (failure) => {
        if (failure) failed++
        setProgress((before) => before && countRow(before, failure))
      },
    })
    setProgress((before) => before && { ...before, running: false })
    await refetchLists()
    onEnd?.(failed)
  }

  return {
    progress,
    /** `onEnd`: after the lists are read again, with the number of rows that failed. */
    start: <Row>(steps: Steps<Row>, onEnd?: (failed: number) => void) => void start(steps, onEnd),
    stop: () => {
      stopped.current = true
    },
  }
}
