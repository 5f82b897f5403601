import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAmount, toCents } from '#core/money.ts'
import { toBalance, balanceLabel, isOpen, exceedsBalance } from './balances.ts'

const cents = fc.bigInt({ min: 0n, max: 99_999_999_99n })

test('C5 Opening plus change is closing; a debt decreases and escrow increases', () => {
  fc.assert(
    fc.property(cents, cents, cents, fc.boolean(), (before, here, left, escrow) => {
      const total = before + here + left
      const balance = toBalance({
        ruleId: 1,
        description: 'x',
        payee: null,
        payeeKey: 'truck:1',
        ownerId: null,
        basis: 'fixed',
        value: '1.00',
        balance: escrow ? 'escrow' : 'loan',
        total: toAmount(total),
        before: toAmount(before),
        here: toAmount(here),
      })
      const [opening, change, closing] = [balance.opening, balance.change, balance.closing].map(
        toCents,
      )
      expect((opening ?? 0n) + (change ?? 0n)).toBe(closing)
      expect(closing).toBe(escrow ? before + here : left)
      expect(exceedsBalance(balance)).toBe(false)
      expect(isOpen(balance)).toBe(opening !== 0n || change !== 0n)
    }),
  )
  expect(balanceLabel({ balance: 'escrow' })).toBe('Held')
  expect(balanceLabel({ balance: 'advance' })).toBe('Owed')
})

test('C5 A balance is exceeded by deducting more than is left or refunding too much', () => {
  const rule = {
    ruleId: 1,
    description: 'x',
    payee: null,
    payeeKey: 'truck:1',
    ownerId: null,
    basis: 'fixed',
  } as const
  const exceeds = (before: string, here: string) =>
    (['escrow', 'loan'] as const).map((balance) =>
      exceedsBalance(toBalance({ ...rule, value: '1.00', balance, total: '100.00', before, here })),
    )
  expect(exceeds('50.00', '50.01')).toEqual([true, true])
  expect(exceeds('50.00', '-50.01')).toEqual([true, true])
  expect(exceeds('-60.00', '60.00')).toEqual([false, false])
  expect(exceeds('-60.00', '0.00')).toEqual([false, false])
})
