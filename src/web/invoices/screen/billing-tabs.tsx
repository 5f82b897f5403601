import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatMoney, toCents } from '#core/money.ts'
import { billingQuery } from '#web/invoices/queries.ts'
import { showCurrent } from '#web/ui/show-current.ts'
import { PART } from '#web/ui/tab-style.tsx'
import { BILLING_TABS, countTab, tabAddress, type BillingTab } from './tabs.ts'

/** The steps of billing, with their counts and totals. On a phone they are a row that scrolls, without the totals. */
export function BillingTabs({ current }: { current: BillingTab }) {
  const { data } = useQuery(billingQuery)
  const row = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => showCurrent(row.current), [current, data])
  return (
    <nav aria-label="Invoices" className="min-w-0 print:hidden">
      <ul
        ref={row}
        className="relative flex gap-1 max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:[&>*]:shrink-0 md:flex-wrap"
      >
        {BILLING_TABS.map(({ value, title }) => {
          const counted = data && countTab(value, data.tabs)
          return (
            <li key={value}>
              <Link
                to={tabAddress(value)}
                aria-current={value === current ? 'page' : undefined}
                className={PART}
              >
                {title}
                {counted && (
                  <>
                    <span className="rounded-full bg-neutral-soft px-1.5 text-xs text-ink tabular-nums">
                      {counted.count.toLocaleString('en-US')}
                    </span>
                    <span className="text-xs font-normal tabular-nums max-md:hidden">
                      {formatMoney(toCents(counted.total))}
                    </span>
                  </>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
