import { Calculator, Package, Truck, Users, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { Period } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import { today } from '#web/api/today.ts'
import { ACTIVE_TRUCKS_PATH, currentPeriods, loadsPath, settlementRunPath } from './list-links.ts'

type Stat = {
  title: string
  icon: LucideIcon
  /** The answer lacks the figure if the role does not see it (SPEC C73). */
  figure: keyof Dashboard
  /** `value`: the count. */
  count: (dashboard: Dashboard) => { value: number; subtext: string }
  to: (thisWeek: Period) => string
  /** The list of the total in the subtext. */
  toTotal?: string
}

/** Counts, each with a link to its list (SPEC A2). */
export const STATS: readonly Stat[] = [
  {
    title: 'Active Trucks',
    icon: Truck,
    figure: 'trucks',
    count: ({ trucks }) => ({
      value: trucks.active,
      subtext: pluralize(trucks.total, 'total truck'),
    }),
    to: () => ACTIVE_TRUCKS_PATH,
    toTotal: '/trucks',
  },
  {
    title: 'Active Drivers',
    icon: Users,
    figure: 'drivers',
    count: ({ drivers }) => ({
      value: drivers.active,
      subtext: pluralize(drivers.total, 'total driver'),
    }),
    to: () => '/drivers',
    toTotal: '/drivers',
  },
  {
    title: 'Loads This Week',
    icon: Package,
    figure: 'loads',
    count: ({ loads }) => ({
      value: loads.deliveredThisWeek,
      subtext: pluralize(loads.total, 'total load'),
    }),
    to: loadsPath,
    toTotal: '/loads',
  },
  {
    title: 'Settlements',
    icon: Calculator,
    figure: 'settlementsToGenerate',
    count: ({ settlementsToGenerate }) => ({
      value: settlementsToGenerate,
      subtext: 'To generate this week',
    }),
    to: settlementRunPath,
  },
]

export function StatCards({ dashboard }: { dashboard: Dashboard }) {
  const { thisWeek } = currentPeriods(today())
  return (
    // Some roles see only three cards: the last card then spans two columns.
    <div className="grid grid-cols-2 gap-4 max-xl:*:last:nth-[odd]:col-span-2 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {STATS.filter(({ figure }) => figure in dashboard).map((stat) => (
        <StatCard key={stat.title} {...stat} {...stat.count(dashboard)} to={stat.to(thisWeek)} />
      ))}
    </div>
  )
}

type StatCardProps = Pick<Stat, 'title' | 'icon' | 'toTotal'> &
  ReturnType<Stat['count']> & { to: string }

/** The title's link covers the whole card except the total's own link. */
function StatCard({ title, value, subtext, icon: Icon, to, toTotal }: StatCardProps) {
  return (
    <section className="relative grid min-w-0 grid-rows-[1fr_auto_auto] gap-1 rounded-lg border border-line bg-surface p-4 shadow-xs hover:border-line-strong sm:p-5">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-sm font-medium">
          <Link className="after:absolute after:inset-0 after:rounded-lg" to={to}>
            {title}
          </Link>
        </h2>
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      </div>
      <p className="text-2xl font-semibold tabular-nums wrap-anywhere">
        {value.toLocaleString('en-US')}
      </p>
      <p className="text-xs text-muted">
        {toTotal ? (
          <Link className="hit-area relative hover:underline" to={toTotal}>
            {subtext}
          </Link>
        ) : (
          // As high as a link beside it.
          <span className="hit-area">{subtext}</span>
        )}
      </p>
    </section>
  )
}
