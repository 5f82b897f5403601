import { describe, expect, it } from 'vitest'
import { sortByOffsets, type RunRow } from '#core/settlements/run.ts'
import {
  countRow,
  describeProgress,
  runSteps,
  selectRows,
  startProgress,
  stepsInOrder,
  stepsOfTrucks,
  type StepFailure,
} from './steps.ts'

const [FIRST, SECOND] = ['2026-11-13', '2026-11-20'] as const
const amounts = {
  loads: 1,
  revenue: '1000.00',
  deductions: '0.00',
  extraPay: '0.00',
  net: '1000.00',
}

function makeRow(truckId: number, more: Partial<RunRow> = {}): RunRow {
  const row = { truckId, truck: `T-${truckId}`, settlementDate: SECOND, billing: null }
  const open = { stale: false, changedPayee: null, exceptions: [], offsets: null }
  return { ...row, ...amounts, ...open, ...more }
}

function makeBilling(status: 'pending' | 'approved' | 'paid') {
  return { id: 1, version: 1, number: status === 'pending' ? null : 1, status }
}

const failure: StepFailure = { row: 'Truck T-1, 11/20/2026', message: 'No' }

describe('the rows of a bulk step', () => {
  const open = makeRow(1)
  const draft = makeRow(2, { billing: makeBilling('pending') })
  const exception = makeRow(3, { billing: makeBilling('pending'), exceptions: ['x'], stale: true })
  const approved = makeRow(4, { billing: makeBilling('approved'), exceptions: ['x'] })
  const paid = makeRow(5, { billing: makeBilling('paid') })
  const idle = makeRow(6, { loads: 0, exceptions: ['Negative net'] })

  it('C8 Are selected by status and exceptions', () => {
    expect(selectRows([open, draft, exception, approved, paid, idle])).toEqual({
      toCreate: [open],
      idle: [idle],
      toRecalculate: [exception],
      toApprove: [draft],
      toPay: [approved],
    })
  })
})

describe('settlements that are offset with each other', () => {
  const offsetWith = (id: number) => {
    const partner = { version: 1, number: null, truckId: id, truck: `T-${id}`, amount: '700.00' }
    const partners = [{ ...partner, id, settlementDate: SECOND, paidAmount: '0.00' }]
    return { offsets: { partners, net: '2300.00', paid: '2300.00' } }
  }
  const payer = makeRow(1, { billing: { ...makeBilling('pending'), id: 11 }, ...offsetWith(12) })
  const debtor = makeRow(2, { billing: { ...makeBilling('pending'), id: 12 }, ...offsetWith(11) })
  const other = makeRow(3, { billing: { ...makeBilling('pending'), id: 13 } })

  it('C24 Are approved only if none of them has an exception', () => {
    expect(selectRows([payer, debtor, other]).toApprove).toEqual([payer, debtor, other])
    const late = { ...debtor, exceptions: ['Missing 1 BOL'] }
    expect(selectRows([payer, late, other]).toApprove).toEqual([other])
  })

  it('C24 Follow each other, so that numbers rise in the order shown', () => {
    expect(sortByOffsets([payer, other, debtor])).toEqual([payer, debtor, other])
  })
})

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
  it("processes a truck's dates in order and goes past failures", async () => {
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
})
