import { useQuery } from '@tanstack/react-query'
import { formatAmount } from '#core/money.ts'
import type { OwnBalance } from '#core/portal/responses.ts'
import { Empty, Loaded } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useMessages } from '#web/portal/portal-user.ts'
import { ownBalancesQuery } from '#web/portal/queries.ts'

/** The payee's advances, loans and escrow. */
export function OwnBalancesPage() {
  const messages = useMessages()
  const query = useQuery(ownBalancesQuery)
  return (
    <PortalPage title={messages.balances} note={messages.balancesNote}>
      <Loaded query={query}>
        {(balances) => {
          if (balances.length === 0) return <Empty {...messages.noBalances} />
          return (
            <ul className="grid gap-2">
              {balances.map((balance, index) => (
                <BalanceRow key={index} balance={balance} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </PortalPage>
  )
}

function BalanceRow({ balance }: { balance: OwnBalance }) {
  const messages = useMessages()
  const { kind, description, truck, total, deducted, open } = balance
  const isEscrow = kind === 'escrow'
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 wrap-anywhere">
          <p className="font-medium">{description}</p>
          <p className="text-muted">
            {messages.kinds[kind]} · {truck === null ? messages.allTrucks : messages.truck(truck)}
          </p>
        </div>
        <div className="shrink-0 text-right">
          <p className="text-xs text-muted">{isEscrow ? messages.held : messages.owed}</p>
          <p className="text-lg font-semibold tabular-nums">{formatAmount(open)}</p>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-2 border-t border-line pt-2">
        <div>
          <dt className="text-xs text-muted">
            {isEscrow ? messages.ofTotal.escrow : messages.ofTotal.debt}
          </dt>
          <dd className="tabular-nums">{formatAmount(total)}</dd>
        </div>
        <div>
          <dt className="text-xs text-muted">{messages.deducted}</dt>
          <dd className="tabular-nums">{formatAmount(deducted)}</dd>
        </div>
      </dl>
    </li>
  )
}
