import { Calculator, Package, Truck, Users, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { pluralize } from '#core/pluralize.ts'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { ACTIVE_TRUCKS_PATH, currentPeriods, loadsPath, settlementRunPath } from './list-links.ts'

/** Counts, each with a link to its list (SPEC A2). */
export function StatCards({ dashboard }: { dashboard: Dashboard }) {
  const { trucks, drivers, loads, settlementsToGenerate } = dashboard
  const { thisWeek } = currentPeriods(today())
  return (
    // Some roles see only three cards: the last card then spans two columns.
    <div className="grid grid-cols-2 gap-4 max-xl:*:last:nth-[odd]:col-span-2 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      <StatCard
        title="Active Trucks"
        value={trucks.active}
        subtext={pluralize(trucks.total, 'total truck')}
        icon={Truck}
        to={ACTIVE_TRUCKS_PATH}
        toTotal="/trucks"
      />
      <StatCard
        title="Active Drivers"
        value={drivers.active}
        subtext={pluralize(drivers.total, 'total driver')}
        icon={Users}
        to="/drivers"
        toTotal="/drivers"
      />
      <StatCard
        title="Loads This Week"
        value={loads.deliveredThisWeek}
        subtext={pluralize(loads.total, 'total load')}
        icon={Package}
        to={loadsPath(thisWeek)}
        toTotal="/loads"
      />
      <OnlyFor permission="settlements">
        <StatCard
          title="Settlements"
          value={settlementsToGenerate}
          subtext="To generate this week"
          icon={Calculator}
          to={settlementRunPath(thisWeek)}
        />
      </OnlyFor>
    </div>
  )
}

type StatCardProps = {
  title: string
  value: number
  subtext: string
  icon: LucideIcon
  to: string
  /** The list of the total in the subtext. */
  toTotal?: string
}

/** The title's link covers the whole card except the total's own link. */
function StatCard({ title, value, subtext, icon: Icon, to, toTotal }: StatCardProps) {
  return (
    <section className="relative grid min-w-0 content-start gap-1 rounded-lg border border-line bg-surface p-4 shadow-xs hover:border-line-strong sm:p-5">
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
          subtext
        )}
      </p>
    </section>
  )
}
