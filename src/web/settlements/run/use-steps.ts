import { useRef, useState } from 'react'
import type { RunRow } from '#core/settlements/run.ts'
import { refetchLists } from '#web/api/queries.ts'
import { countRow, runSteps, startProgress, type Progress, type Step } from './steps.ts'

/** Runs a bulk step over rows and reports its progress. A stopped run keeps the finished steps. */
export function useSteps() {
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)

  async function start(result: string, rows: RunRow[], step: Step) {
    stopped.current = false
    setProgress(startProgress(result, rows.length))
    await runSteps(rows, step, {
      isStopped: () => stopped.current,
      onRow: (failure) => setProgress((before) => before && countRow(before, failure)),
    })
    setProgress((before) => before && { ...before, running: false })
    await refetchLists()
  }

  return {
    progress,
    start: (result: string, rows: RunRow[], step: Step) => void start(result, rows, step),
    stop: () => {
      stopped.current = true
    },
  }
}
