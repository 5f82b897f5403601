import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { addUp, formatMoney, toCents } from '#core/money.ts'
import type { OwnPurchase } from '#core/portal/responses.ts'
import { useLanguage } from '#web/api/language.ts'
import { Empty, Loaded, OlderButton } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useMessages } from '#web/portal/portal-user.ts'
import { ownPurchasesQuery } from '#web/portal/queries.ts'

/** What cards bought for the owner's trucks: what comes on the next statement, and what statements charged (SPEC C590). */
export function OwnPurchasesPage() {
  const messages = useMessages()
  const query = useInfiniteQuery(ownPurchasesQuery(useLanguage()))
  return (
    <PortalPage title={messages.purchases} note={messages.purchasesNote}>
      <Loaded query={query}>
        {({ pages }) => {
          const next = pages.flatMap((page) => page.next)
          const charged = pages.flatMap((page) => page.charged)
          if (next.length + charged.length === 0) return <Empty {...messages.noPurchases} />
          return (
            <>
              {next.length > 0 && (
                <Group title={messages.nextPurchases} total={sum(next)}>
                  {next.map((purchase) => (
                    <PurchaseRow key={purchase.id} purchase={purchase} />
                  ))}
                </Group>
              )}
              {charged.length > 0 && (
                <Group title={messages.chargedPurchases}>
                  {charged.map((purchase) => (
                    <PurchaseRow key={purchase.id} purchase={purchase}>
                      <Link
                        className="hit-area justify-self-start text-xs text-accent-strong underline"
                        to={`/portal/statements/${purchase.billingId}`}
                      >
                        {messages.statement(purchase.number)}
                      </Link>
                    </PurchaseRow>
                  ))}
                </Group>
              )}
            </>
          )
        }}
      </Loaded>
      <OlderButton query={query} />
    </PortalPage>
  )
}

type GroupProps = { title: string; total?: string; children: ReactNode }

function Group({ title, total, children }: GroupProps) {
  return (
    <section className="grid gap-2">
      <h2 className="flex items-baseline justify-between gap-3 text-sm font-semibold text-muted">
        <span>{title}</span>
        {total && <span className="shrink-0 tabular-nums">{total}</span>}
      </h2>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {children}
      </ul>
    </section>
  )
}

/** `children`: the statement that charged it. */
function PurchaseRow({ purchase, children }: { purchase: OwnPurchase; children?: ReactNode }) {
  const messages = useMessages()
  const { day, truck, text, note, charged } = purchase
  return (
    <li className="grid gap-1 p-3 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium wrap-anywhere">{text}</span>
        <span className="shrink-0 font-semibold tabular-nums">{formatMoney(toCents(charged))}</span>
      </div>
      <p className="text-muted wrap-anywhere">{`${formatDay(day)} · ${messages.truck(truck)}`}</p>
      <p className="text-xs text-muted wrap-anywhere">{note}</p>
      {children}
    </li>
  )
}

function sum(purchases: readonly OwnPurchase[]): string {
  return formatMoney(addUp(purchases.map(({ charged }) => charged)))
}
