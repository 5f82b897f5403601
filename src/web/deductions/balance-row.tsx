import type { ReactNode } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { balanceLabel, formatTotal, type Balance } from '#core/settlements/balances.ts'

type BalanceRowProps = {
  balance: Balance
  /** Names the payee: a truck may have had several owners (SPEC C10). */
  showPayee?: true
  /** The buttons of the row. */
  children?: ReactNode
}

/** "Owed $1,800.00 of $2,000.00 (-$200.00 this settlement)". */
export function BalanceRow({ balance, showPayee, children }: BalanceRowProps) {
  const { description, closing, change, payee, returnedOn } = balance
  const changeCents = toCents(change)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
      <span className="min-w-0 wrap-anywhere">
        {description}
        {showPayee && payee && ` · ${payee}`}
        <span className="block text-xs text-muted">
          {balanceLabel(balance)} {formatMoney(toCents(closing))} of {formatTotal(balance)}
          {changeCents !== 0n && ` (${formatMoney(changeCents)} this settlement)`}
          {returnedOn && `. Returned in full on ${formatDay(returnedOn)}; no longer deducted`}
        </span>
      </span>
      {children}
    </li>
  )
}
