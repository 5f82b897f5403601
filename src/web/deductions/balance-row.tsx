import type { ReactNode } from 'react'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { entryLabel } from '#core/balances/entries.ts'
import { formatOpen, type Balance, type PostedEntry } from '#core/settlements/balances.ts'

type BalanceRowProps = {
  balance: Balance
  /** Names the payee: a truck may have had several owners (SPEC C10). */
  showPayee?: true
  /** The row's buttons. */
  children?: ReactNode
}

/** "Owed $1,800.00 of $2,000.00 (-$200.00 this settlement)". */
export function BalanceRow({ balance, showPayee, children }: BalanceRowProps) {
  const { description, closing, change, payee, returnedOn, entries = [] } = balance
  const changeCents = toCents(change)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
      <span className="min-w-0 wrap-anywhere">
        {description}
        {showPayee && payee && ` · ${payee}`}
        <span className="block text-xs text-muted">
          {formatOpen(balance, closing)}
          {changeCents !== 0n && ` (${formatMoney(changeCents)} this settlement)`}
          {entries.map((entry) => ` · ${describeEntry(entry)}`)}
          {returnedOn &&
            `. Returned or transferred in full on ${formatDay(returnedOn)}; no longer deducted`}
        </span>
      </span>
      {children}
    </li>
  )
}

/** "Interest $4.37 on 9/30/2026". */
function describeEntry(entry: PostedEntry): string {
  return `${entryLabel(entry)} ${formatMoney(toCents(entry.change))} on ${formatDay(entry.day)}`
}
