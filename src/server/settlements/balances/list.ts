/** The balances of an account as the screen, the API and the file list them (SPEC C20). */
import type { OpenBalance } from '#core/balances/open-balances.ts'
import { toCents } from '#core/money.ts'
import type { Database } from '#server/database/open.ts'
import { readHandedOut } from '#server/payments/hand-out.ts'
import { readOpenBalances } from './sums.ts'

/** Sorted by payee. `include` "open": leaves out balances of $0.00 that no draft changes. `payee`: the key of one payee. */
export async function listBalances(
  database: Database,
  userId: string,
  include: 'open' | 'all',
  payee?: string,
): Promise<OpenBalance[]> {
  const [balances, handedOut] = await Promise.all([
    readOpenBalances(database, userId, { payee }),
    readHandedOut(database, userId),
  ])
  const left = new Map(handedOut.map((one) => [`${one.ruleId} ${one.payee}`, one.amount]))
  const listed = balances.map((balance) => {
    const key = `${balance.ruleId} ${balance.payeeKey}`
    const amount = left.get(key)
    // If a deduction has several trucks, the first one shows what was paid out to the payee.
    left.delete(key)
    return amount === undefined ? balance : { ...balance, handedOut: amount }
  })
  return include === 'all' ? listed : listed.filter(isListed)
}

function isListed({ open, drafts }: OpenBalance): boolean {
  return toCents(open) !== 0n || toCents(drafts) !== 0n
}
