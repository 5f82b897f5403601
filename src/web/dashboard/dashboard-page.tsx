/** The screen that opens the day: counts, money by period, and what waits (SPEC A2, B34, B35). */
import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import { LoadError } from '#web/ui/failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { FirstSteps } from './first-steps.tsx'
import { builtInView } from '#web/records/views/built-in-view.ts'
import { loadsDelivered, settlementsAddress } from './lists-behind.ts'
import { MonthsCard } from './months-card.tsx'
import { PeriodCard } from './period-card.tsx'
import { StatCards } from './stat-cards.tsx'
import { OpenLoadsCard } from './open-loads-card.tsx'

export function DashboardPage() {
  const { data, isError, error, refetch } = useDashboard()
  return (
    <Page title="Dashboard" description="Overview of your fleet operations">
      {isError && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <DashboardSkeleton />}
      {data && <Figures dashboard={data} />}
    </Page>
  )
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      <FirstSteps dashboard={dashboard} />
      <StatCards dashboard={dashboard} />
      <div className="grid gap-5 lg:grid-cols-2">
        <PeriodCard
          title="Revenue"
          goesBy="By delivery date"
          sums={dashboard.revenue}
          rising="good"
          behind={loadsDelivered}
        />
        <PeriodCard
          title="Expenses"
          goesBy="By settlement date"
          sums={dashboard.expenses}
          rising="bad"
          behind={settlementsAddress}
        />
        <OpenLoadsCard
          title="Pending BOL"
          description="Bills of lading awaiting receipt"
          nothing="All BOLs received"
          list={dashboard.pendingBol}
          all={`/loads?${builtInView('loads', 'Pending BOL')}`}
        />
        <OpenLoadsCard
          title="Unpaid Loads"
          description="Loads awaiting payment from brokers"
          nothing="All loads paid"
          list={dashboard.unpaid}
          all={`/loads?${builtInView('loads', 'Unpaid')}`}
        />
        <div className="lg:col-span-2">
          <MonthsCard months={dashboard.months} />
        </div>
      </div>
    </>
  )
}

/** `today` is the browser's own day: a page left open overnight asks anew when it is next opened. */
function useDashboard() {
  const day = today()
  return useQuery({
    queryKey: ['dashboard', day],
    queryFn: () => request<Dashboard>('GET', `/api/dashboard?today=${day}`),
  })
}
