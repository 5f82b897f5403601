import { describe, expect, it, test } from 'vitest'
import { sortByOffsets, type RunRow } from '#core/settlements/run/run.ts'
import {
  appliesTo,
  findOpenStep,
  isOpen,
  isSelectedByDefault,
  listOffered,
  RUN_STEPS,
  withPartners,
  type RunStep,
} from './run-steps.ts'
import { makeBilling, makeRow, SECOND } from './sample-rows.ts'

const exceptions: RunRow['exceptions'] = [{ cause: 'bol', text: 'Missing 1 BOL' }]
const rows = {
  open: makeRow(1),
  draft: makeRow(2, { billing: makeBilling('pending') }),
  stale: makeRow(3, { billing: makeBilling('pending'), exceptions, stale: true }),
  approved: makeRow(4, { billing: makeBilling('approved'), exceptions }),
  paid: makeRow(5, { billing: makeBilling('paid') }),
  idle: makeRow(6, { loads: 0 }),
  held: makeRow(7, { billing: { ...makeBilling('pending'), holdReason: 'Claim' } }),
}
const all = Object.values(rows)

function listNames(is: (row: RunRow) => boolean): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (is(row) ? [name] : []))
}

describe('the steps of a run', () => {
  it.each<[RunStep, string[], string[], string[]]>([
    ['prepare', ['open', 'stale', 'idle'], ['open', 'stale'], ['open', 'stale']],
    ['approve', ['draft', 'stale', 'held'], ['draft', 'stale'], ['draft']],
    ['pay', ['approved'], ['approved'], ['approved']],
    ['send', ['approved', 'paid'], ['approved', 'paid'], ['approved', 'paid']],
  ])('C8 C48 %s: offers %j, has open %j, selects %j', (step, offered, open, selected) => {
    expect(listNames((row) => appliesTo(step, row))).toEqual(offered)
    expect(listNames((row) => isOpen(step, row))).toEqual(open)
    expect(listNames((row) => isSelectedByDefault(step, row, all))).toEqual(selected)
  })

  it('C256 Papers that came long ago do not exclude a settlement from approval', () => {
    const late = {
      cause: 'late' as const,
      text: 'Load 1042: documents in for 18 days, not settled',
    }
    const alone = { ...rows.draft, exceptions: [late] }
    const both = { ...rows.draft, exceptions: [late, ...exceptions] }
    expect([alone, both].map((row) => isSelectedByDefault('approve', row, [row]))).toEqual([
      true,
      false,
    ])
  })

  it('C361 Prepare applies to drafts that can take adjustments, if they are wanted', () => {
    const waiting = { id: 9, number: 3, loads: 1, net: '-20.00', otherPayee: null }
    const draft = { ...rows.draft, adjustments: [waiting] }
    const others = [
      { ...rows.draft, adjustments: [{ ...waiting, otherPayee: 'Ann' }] },
      { ...rows.paid, adjustments: [waiting] },
    ]
    expect([true, false].map((adjusts) => appliesTo('prepare', draft, adjusts))).toEqual([
      true,
      false,
    ])
    expect(others.map((row) => appliesTo('prepare', row, true))).toEqual([false, false])
    expect([true, false].map((adjusts) => findOpenStep([draft], adjusts))).toEqual([
      'prepare',
      'approve',
    ])
  })

  it('C8 The run opens on the first step with open work', () => {
    const { open, draft, approved, paid, idle, held } = rows
    const steps = [
      [open, draft],
      [draft, approved, idle],
      [held, approved, paid],
      [held, paid],
    ]
    expect(steps.map((some) => findOpenStep(some))).toEqual(RUN_STEPS)
    expect(findOpenStep([idle])).toBe('prepare')
  })
})

test('C483 After Pay comes Send, also while a draft with an exception waits', () => {
  const { stale, approved, paid } = rows
  expect(findOpenStep([stale, paid], false, 'pay')).toBe('send')
  expect(findOpenStep([stale, approved, paid], false, 'pay')).toBe('pay')
  expect(findOpenStep([stale, paid], false, 'approve')).toBe('prepare')
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

  it('C24 Are selected for approval only if none of them has an exception', () => {
    const late = { ...debtor, exceptions }
    const select = (all: RunRow[]) => all.filter((row) => isSelectedByDefault('approve', row, all))
    expect(select([payer, debtor, other])).toEqual([payer, debtor, other])
    expect(select([payer, late, other])).toEqual([other])
  })

  it('C24 Are selected together', () => {
    expect(withPartners(payer, [payer, debtor, other])).toEqual([payer, debtor])
  })

  it('C24 C49 Are offered together, also while a cause hides one of them', () => {
    const late = { ...payer, exceptions }
    const week = [other, debtor, late]
    expect(listOffered('approve', [late], week)).toEqual([debtor, late])
    expect(listOffered('approve', [other], week)).toEqual([other])
    expect(listOffered('send', [late], week)).toEqual([])
    expect(isSelectedByDefault('approve', debtor, week)).toBe(false)
    expect(withPartners(late, week)).toEqual([debtor, late])
  })

  it('C24 Follow each other, so that numbers rise in the order shown', () => {
    expect(sortByOffsets([payer, other, debtor])).toEqual([payer, debtor, other])
  })
})
