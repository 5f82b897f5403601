/** The balances that the accountant's software must show on a day if all records through it are in files (SPEC C224, C243). */
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { FactoringMethod } from './factoring-methods.ts'

/** `kind`: one of `ACCOUNT_KINDS`. A positive amount is a debit. */
export type AccountBalance = { kind: string; amount: Amount }

/** `owed`: what brokers owe. `reserve`: what factors hold. `withFactors`: invoices that factors bought and that are still open. */
export type DayFigures = { owed: Amount; reserve: Amount; withFactors: Amount }

export function listBalances(
  method: FactoringMethod | null,
  { owed, reserve, withFactors }: DayFigures,
): AccountBalance[] {
  const open = toCents(owed) - (method === 'sale' ? toCents(withFactors) : 0n)
  const receivable = { kind: 'receivable', amount: toAmount(open) }
  if (method === null) return [receivable]
  const held = { kind: 'factor-reserve', amount: reserve }
  if (method === 'sale') return [receivable, held]
  return [receivable, held, { kind: 'factor', amount: toAmount(-toCents(withFactors)) }]
}

type Changed = { account: string; amount: Amount }

/** The accounts of payees, in the order of the account map. An account without a balance is left out. */
export function listPayeeBalances(changes: readonly Changed[]): AccountBalance[] {
  return PAYEE_ACCOUNTS.flatMap((kind) => {
    const own = changes.filter(({ account }) => account === kind)
    const cents = addUp(own.map(({ amount }) => amount))
    return cents === 0n ? [] : [{ kind, amount: toAmount(cents) }]
  })
}

const PAYEE_ACCOUNTS = ['payable', 'hand-out', 'escrow', 'deferred'] as const
