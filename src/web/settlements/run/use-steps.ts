/** Long work in small steps: each is whole by itself, so it can be broken off and done again (SPEC C8). */
import { useRef, useState } from 'react'
import { groupByTruck, type RunRow } from '#core/settlements/run.ts'
import { refetchLists } from '#web/api/queries.ts'

/** As many trucks at once as keep the server busy without keeping others waiting. */
const LANES = 3

export type Progress = {
  title: string
  done: number
  total: number
  running: boolean
  failed: (Pick<RunRow, 'truck' | 'settlementDate'> & { message: string })[]
}

type Step = (row: RunRow) => Promise<unknown>

export function useSteps() {
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)

  async function start(title: string, rows: RunRow[], step: Step) {
    stopped.current = false
    const waiting = groupByTruck(rows)
    setProgress({ title, done: 0, total: rows.length, running: true, failed: [] })
    const lane = async () => {
      for (let truck = waiting.shift(); truck; truck = waiting.shift())
        for (const row of truck) {
          if (stopped.current) return
          const failure = await toFailure(step, row)
          setProgress((before) => before && advanced(before, failure))
        }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    setProgress((before) => before && { ...before, running: false })
    await refetchLists()
  }

  return {
    progress,
    start: (title: string, rows: RunRow[], step: Step) => void start(title, rows, step),
    stop: () => {
      stopped.current = true
    },
  }
}

async function toFailure(step: Step, row: RunRow): Promise<Progress['failed']> {
  try {
    await step(row)
    return []
  } catch (error) {
    const { truck, settlementDate } = row
    return [
      { truck, settlementDate, message: error instanceof Error ? error.message : String(error) },
    ]
  }
}

function advanced(before: Progress, failure: Progress['failed']): Progress {
  return { ...before, done: before.done + 1, failed: [...before.failed, ...failure] }
}
