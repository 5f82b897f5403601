import { Link } from 'react-router'

const PAGES = [
  { to: '/settlements/run', label: 'Pay Day' },
  { to: '/settlements/year', label: "Owners' Year" },
  { to: '/settlements/history', label: 'Settlement History' },
]

/** The other screens of settlements: many at once, a year of them, all of them. */
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
