/** Reads the balances and the year of one payee, without the changes of drafts (SPEC C78). */
import { toAmount, toCents } from '#core/money.ts'
import type { OwnBalance, OwnYear } from '#core/portal/responses.ts'
import { toAmounts } from '#core/settlements/year/shares.ts'
import type { Database } from '#server/database/open.ts'
import { readOpenBalances } from '#server/settlements/balances/sums.ts'
import { readYear } from '#server/settlements/year/read-year.ts'
import type { PortalMember } from './portal-member.ts'

/** Reads the balances of a payee, without balances of $0.00. */
export async function readOwnBalances(
  database: Database,
  { userId, payee }: PortalMember,
): Promise<OwnBalance[]> {
  const balances = await readOpenBalances(database, userId, { payee })
  return balances
    .filter(({ open }) => toCents(open) !== 0n)
    .map(({ balance: kind, description, truck, total, collected: deducted, open }) => {
      return { kind, description, truck, total, deducted, open }
    })
}

/** Returns zeros if the payee has nothing in the year. */
export async function readOwnYear(
  database: Database,
  { userId, payee }: PortalMember,
  year: number,
): Promise<OwnYear> {
  const [built] = await readYear(database, userId, year, payee)
  if (!built) return { year, ...NOTHING, payments: [] }
  const { figures, unapplied, repaid, payments } = built
  return {
    year,
    ...toAmounts(figures),
    reported: toAmount(figures.gross + unapplied - repaid),
    payments: payments.map(({ paidOn, kind, method, reference, amount, state }) => {
      return { paidOn, kind, method, reference, amount, isReversed: state === 'reversed' }
    }),
  }
}

const NOTHING = {
  gross: '0.00',
  extraPay: '0.00',
  adjustments: '0.00',
  reimbursements: '0.00',
  deductions: '0.00',
  withheld: '0.00',
  net: '0.00',
  reported: '0.00',
}
