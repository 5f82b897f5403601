import type { ReactNode } from 'react'
import { formatMoney, toCents } from '#core/money.ts'
import { balanceLabel, formatTotal, type Balance } from '#core/settlements/balances.ts'

type BalanceRowProps = {
  balance: Balance
  /** Says whose it is: a truck may have had several owners (SPEC C10). */
  whose?: true
  children?: ReactNode
}

/** "Owed: $1,800.00 of $2,000.00 (-$200.00 here)". */
export function BalanceRow({ balance, whose, children }: BalanceRowProps) {
  const { description, closing, change, payee } = balance
  const here = toCents(change)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
      <span className="min-w-0 wrap-anywhere">
        {description}
        {whose && payee && ` · ${payee}`}
        <span className="block text-xs text-muted">
          {balanceLabel(balance)} {formatMoney(toCents(closing))} of {formatTotal(balance)}
          {here !== 0n && ` (${formatMoney(here)} on this settlement)`}
        </span>
      </span>
      {children}
    </li>
  )
}
