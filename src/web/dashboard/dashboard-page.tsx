/** Counts, money by period, and the loads that need action (SPEC A2, B34, B35). */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { Query } from '#web/ui/query.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { FirstSteps } from './first-steps.tsx'
import { builtInView } from '#web/records/views/built-in-view.ts'
import { loadsPath, settlementsPath } from './list-links.ts'
import { MonthsCard } from './months-card.tsx'
import { PeriodCard } from './period-card.tsx'
import { StatCards } from './stat-cards.tsx'
import { OpenLoadsCard } from './open-loads-card.tsx'
import { ToDoCard } from './to-do-card.tsx'

const SampleNotice = onDemand(
  async () => (await import('#web/sample/sample-notice.tsx')).SampleNotice,
  () => null,
)

export function DashboardPage() {
  const query = useDashboard()
  return (
    <Page title="Dashboard" description="Overview of your fleet operations">
      <Query of={query} skeleton={<DashboardSkeleton />}>
        {(dashboard) => <DashboardCards dashboard={dashboard} />}
      </Query>
    </Page>
  )
}

/** A card is shown if the answer has its figure: it lacks what the role does not see (SPEC C73). */
function DashboardCards({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      {dashboard.hasSample && <SampleNotice />}
      <FirstSteps dashboard={dashboard} />
      <StatCards dashboard={dashboard} />
      {dashboard.loads.total > 0 && <ToDoCard toDo={dashboard.toDo} />}
      <div className="grid gap-5 lg:grid-cols-2">
        {/* If the role sees only one of these cards, it fills the whole width. */}
        <div className="grid gap-5 empty:hidden lg:col-span-2 lg:auto-cols-fr lg:grid-flow-col">
          {'revenue' in dashboard && (
            <PeriodCard
              title="Revenue"
              description="By delivery date"
              sums={dashboard.revenue}
              increase="good"
              periodPath={loadsPath}
            />
          )}
          {'expenses' in dashboard && (
            <PeriodCard
              title="Expenses"
              description="By settlement date"
              sums={dashboard.expenses}
              extraPay={dashboard.extraPay}
              increase="bad"
              periodPath={settlementsPath}
            />
          )}
        </div>
        <OpenLoadsCard
          title="Pending BOL"
          description="Bills of lading awaiting receipt"
          emptyText="All BOLs received"
          list={dashboard.pendingBol}
          allPath={`/loads?${builtInView('loads', 'Pending BOL')}`}
        />
        <OpenLoadsCard
          title="Unpaid Loads"
          description="Loads awaiting payment from brokers"
          emptyText="All loads paid"
          list={dashboard.unpaid}
          allPath={`/loads?${builtInView('loads', 'Unpaid')}`}
          actions={
            <OnlyFor permission="invoices">
              <Link
                className="hit-area text-sm font-medium text-accent-strong underline"
                to="/invoices?tab=ready"
              >
                Bill Loads
              </Link>
            </OnlyFor>
          }
        />
        {'months' in dashboard && (
          <div className="lg:col-span-2">
            <MonthsCard months={dashboard.months} />
          </div>
        )}
      </div>
    </>
  )
}

/** The account's day is in the key, so a page left open overnight loads the new day's figures. */
function useDashboard() {
  const day = today()
  return useQuery({
    queryKey: ['dashboard', day],
    queryFn: () => request<Dashboard>('GET', `/api/dashboard?today=${day}`),
  })
}
