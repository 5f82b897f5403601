import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAmount, toCents } from './money.ts'
import { balanceOf, balanceWord, isOpen, isUnfounded } from './settlement-balances.ts'

const cents = fc.bigInt({ min: 0n, max: 99_999_999_99n })

test('C5 opening and this statement add up to the closing; what is owed falls, what is held grows', () => {
  fc.assert(
    fc.property(cents, cents, cents, fc.boolean(), (before, here, left, escrow) => {
      const total = before + here + left
      const balance = balanceOf({
        ruleId: 1,
        description: 'x',
        payee: null,
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
      expect(isUnfounded(balance)).toBe(false)
      expect(isOpen(balance)).toBe(opening !== 0n || change !== 0n)
    }),
  )
  expect(balanceWord({ balance: 'escrow' })).toBe('Held')
  expect(balanceWord({ balance: 'advance' })).toBe('Owed')
})
