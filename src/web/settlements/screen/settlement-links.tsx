import { Link } from 'react-router'

const PAGES = [
  { to: '/settlements/run', label: 'Settlement Run' },
  { to: '/settlements/statements', label: 'Statements' },
  { to: '/settlements/balances', label: 'Balances' },
  { to: '/settlements/year', label: 'Year-End (1099)' },
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
