import { describe, expect, it } from 'vitest'
import { CANCELED_MESSAGE } from '#core/messages.ts'
import type { RunRow } from '#core/settlements/run/run.ts'
import { FIRST, makeRow, SECOND } from './sample-rows.ts'
import {
  countRow,
  describeProgress,
  runSteps,
  startProgress,
  stepsInOrder,
  stepsOfTrucks,
  type StepFailure,
} from './steps.ts'

const failure: StepFailure = { row: 'Truck T-1, 11/20/2026', message: 'No' }

describe('the progress of a run', () => {
  it('counts failed rows as done but not as succeeded', () => {
    const started = startProgress('settlements created', 2)
    const progress = countRow(countRow(started, null), failure)
    expect(progress).toMatchObject({ done: 2, total: 2, failures: [failure] })
    expect(describeProgress(progress)).toBe('1 of 2 settlements created')
  })

  it('says that a run was stopped', () => {
    const progress = countRow(startProgress('settlements approved', 1200), null)
    expect(describeProgress(progress)).toBe('1 of 1,200 settlements approved')
    const stopped = { ...progress, running: false }
    expect(describeProgress(stopped)).toBe('1 of 1,200 settlements approved (stopped)')
  })
})

describe('a run', () => {
  it("processes a truck's dates in order and continues after failures", async () => {
    const rows = [makeRow(1), makeRow(1, { settlementDate: FIRST }), makeRow(2)]
    const calls: string[] = []
    const results: (StepFailure | null)[] = []
    const step = async ({ truck, settlementDate }: RunRow) => {
      calls.push(`${truck} ${settlementDate}`)
      if (truck === 'T-1' && settlementDate === FIRST) throw new Error('No BOL')
    }
    const steps = stepsOfTrucks('settlements created', rows, step)
    await runSteps(steps, { isStopped: () => false, onRow: (result) => results.push(result) })
    const first = calls.filter((call) => call.startsWith('T-1'))
    expect(first).toEqual([`T-1 ${FIRST}`, `T-1 ${SECOND}`])
    expect(calls).toHaveLength(3)
    const failed = { row: 'Truck T-1, 11/13/2026', message: 'No BOL' }
    expect(results.filter(Boolean)).toEqual([failed])
  })

  it('C8 Approves in the order shown, also if an earlier truck takes longer', async () => {
    const rows = ['101', '102', '103', '104'].map((truck, at) => makeRow(at, { truck }))
    const finished: string[] = []
    const step = async ({ truck }: RunRow) => {
      await new Promise((resolve) => setTimeout(resolve, truck === '102' ? 20 : 1))
      finished.push(truck)
    }
    const steps = stepsInOrder('settlements approved', rows, step)
    await runSteps(steps, { isStopped: () => false, onRow: () => undefined })
    expect(finished).toEqual(['101', '102', '103', '104'])
  })

  it('starts no further row once it is stopped', async () => {
    let calls = 0
    const rows = Array.from({ length: 10 }, (_, index) => makeRow(index))
    const step = () => Promise.resolve(++calls)
    const steps = stepsOfTrucks('settlements created', rows, step)
    await runSteps(steps, { isStopped: () => calls >= 3, onRow: () => undefined })
    expect(calls).toBe(3)
  })

  it('C8 A canceled question stops the run, and is no error of its row', async () => {
    const results: (StepFailure | null)[] = []
    let calls = 0
    const rows = ['101', '102', '103', '104'].map((truck, at) => makeRow(at, { truck }))
    const step = async ({ truck }: RunRow) => {
      calls++
      if (truck === '102') throw new Error(CANCELED_MESSAGE)
    }
    const steps = stepsInOrder('settlements approved', rows, step)
    const onRow = (result: StepFailure | null) => results.push(result)
    expect(await runSteps(steps, { isStopped: () => false, onRow })).toBe(true)
    expect({ calls, results }).toEqual({ calls: 2, results: [null] })
  })
})
