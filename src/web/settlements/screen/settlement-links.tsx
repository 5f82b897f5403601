import { Link } from 'react-router'

/** The sidebar has the other settlement screens. */
const PAGES = [
  { to: '/settlements/balances', label: 'Balances' },
  { to: '/payments', label: 'Payments' },
  { to: '/settlements/history', label: 'Settlement History' },
]

export function SettlementLinks() {
  return (
    <nav aria-label="Settlements" className="flex flex-wrap gap-4">
      {PAGES.map(({ to, label }) => (
        <Link
          key={to}
          className="hit-area text-sm font-medium text-accent-strong underline"
          to={to}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
