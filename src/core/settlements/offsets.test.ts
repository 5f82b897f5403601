import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addUp, toAmount, toCents } from '#core/money.ts'
import { allocateOffsets, describeOffsets, offsetAmount, selectConnected } from './offsets.ts'

const settlements = (...nets: string[]) =>
  nets.map((netPayment, index) => ({ id: index + 1, netPayment }))

test('C24 A negative net is offset against another settlement of the payee', () => {
  expect(allocateOffsets(settlements('3000.00', '-700.00'))).toEqual([
    { payer: 1, debtor: 2, amount: 70_000n },
  ])
})

test('C24 At most the positive net is offset; the rest stays negative', () => {
  // -900.00 takes 250.00 and 100.00: 550.00 is left to carry forward.
  expect(allocateOffsets(settlements('250.00', '-900.00', '100.00'))).toEqual([
    { payer: 1, debtor: 2, amount: 25_000n },
    { payer: 3, debtor: 2, amount: 10_000n },
  ])
  expect(allocateOffsets(settlements('-900.00', '0.00'))).toEqual([])
})

test('C24 Several negative nets take from the positive nets in the order of the run', () => {
  // 102 takes 300.00 of 101. 104 takes the other 200.00 of 101 and 50.00 of 103, which keeps 950.00.
  expect(allocateOffsets(settlements('500.00', '-300.00', '1000.00', '-250.00'))).toEqual([
    { payer: 1, debtor: 2, amount: 30_000n },
    { payer: 1, debtor: 4, amount: 20_000n },
    { payer: 3, debtor: 4, amount: 5_000n },
  ])
})

test('C24 Settlements without a common offset are approved separately', () => {
  const offsets = allocateOffsets(settlements('100.00', '-100.00', '50.00', '-20.00'))
  expect(selectConnected(offsets, 1)).toEqual([{ payer: 1, debtor: 2, amount: 10_000n }])
  expect(selectConnected(offsets, 4)).toEqual([{ payer: 3, debtor: 4, amount: 2_000n }])
})

test('C24 Each settlement names its partners, its net after offsets, and what is paid', () => {
  const rest = {
    version: 1,
    number: null,
    truckId: 7,
    settlementDate: '2026-11-20',
    paidAmount: '0.00',
  }
  const nets = ['3000.00', '-700.00', '-500.00']
  const found = nets.map((netPayment, index) => {
    const id = index + 1
    return { ...rest, id, truck: `10${id}`, netPayment }
  })
  const offsets = allocateOffsets(found)
  expect(describeOffsets(found, offsets, 1)).toMatchObject({
    partners: [
      { truck: '102', amount: '700.00' },
      { truck: '103', amount: '500.00' },
    ],
    net: '1800.00',
    paid: '1800.00',
  })
  expect(describeOffsets(found, offsets, 2)).toMatchObject({
    partners: [
      { truck: '101', amount: '-700.00' },
      { truck: '103', amount: '0.00' },
    ],
    net: '0.00',
    paid: '1800.00',
  })
})

test('C24 Offsets conserve money, no net crosses zero, and no more could be offset', () => {
  const cents = fc.bigInt({ min: -100_000n, max: 100_000n })
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 8 }), (nets) => {
      const before = settlements(...nets.map(toAmount))
      const offsets = allocateOffsets(before)
      const after = before.map(({ id, netPayment }) =>
        offsets.reduce((net, offset) => net - offsetAmount(offset, id), toCents(netPayment)),
      )
      expect(after.reduce((sum, net) => sum + net, 0n)).toBe(
        addUp(before.map(({ netPayment }) => netPayment)),
      )
      for (const [index, net] of nets.entries()) {
        const left = after[index] ?? 0n
        expect(net < 0n ? left >= net && left <= 0n : left <= net && left >= 0n).toBe(true)
      }
      expect(after.some((net) => net > 0n) && after.some((net) => net < 0n)).toBe(false)
      const pairs = offsets.map(({ payer, debtor }) => `${payer} ${debtor}`)
      expect(new Set(pairs).size).toBe(offsets.length)
      expect(offsets.every(({ amount }) => amount > 0n)).toBe(true)
    }),
  )
})
