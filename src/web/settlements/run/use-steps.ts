import { useRef, useState } from 'react'
import { refetchLists } from '#web/api/queries.ts'
import { countRow, runSteps, startProgress, type Progress, type Steps } from './steps.ts'

/** Runs a bulk step over rows and reports its progress. A stopped run keeps the finished steps. */
export function useSteps() {
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)

  async function start<Row>(steps: Steps<Row>) {
    stopped.current = false
    setProgress(startProgress(steps.result, steps.groups.flat().length))
    await runSteps(steps, {
      isStopped: () => stopped.current,
      onRow: (failure) => setProgress((before) => before && countRow(before, failure)),
    })
    setProgress((before) => before && { ...before, running: false })
    await refetchLists()
  }

  return {
    progress,
    start: <Row>(steps: Steps<Row>) => void start(steps),
    stop: () => {
      stopped.current = true
    },
  }
}
