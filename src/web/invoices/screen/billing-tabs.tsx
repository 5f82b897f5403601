import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoney, toCents } from '#core/money.ts'
import { classes } from '#web/ui/classes.ts'
import { billingQuery } from '#web/invoices/queries.ts'
import { BILLING_TABS, countTab, tabAddress, type BillingTab } from './tabs.ts'

/** The tabs with their counts and totals. */
export function BillingTabs({ current }: { current: BillingTab }) {
  const { data } = useQuery(billingQuery)
  return (
    <nav aria-label="Invoices" className="print:hidden">
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:flex">
        {BILLING_TABS.map(({ value, title }) => {
          const counted = data && countTab(value, data.tabs)
          return (
            <li key={value} className="min-w-0 grow">
              <Link
                to={tabAddress(value)}
                aria-current={value === current ? 'page' : undefined}
                className={classes(
                  'flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-md border px-3 py-1 text-sm',
                  value === current
                    ? 'border-accent bg-accent-soft font-semibold text-accent-strong'
                    : 'border-line bg-surface hover:bg-hover',
                )}
              >
                {title}
                {counted && (
                  <>
                    <span className="rounded-full bg-neutral-soft px-2 text-xs font-medium text-ink tabular-nums">
                      {counted.count.toLocaleString('en-US')}
                    </span>
                    <span className="ml-auto text-xs font-normal tabular-nums">
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
