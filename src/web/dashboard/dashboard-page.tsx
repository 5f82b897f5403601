/** Counts, money by period, and the loads that need action (SPEC A2, B34, B35). */
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Dashboard } from '#core/dashboard/dashboard.ts'
import { listToDo, type ToDo, type ToDoItem } from '#core/dashboard/to-do.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { builtInView } from '#web/records/views/built-in-view.ts'
import { Card } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FirstSteps } from './first-steps.tsx'
import { loadsPath, settlementsPath } from './list-links.ts'
import { MonthsCard } from './months-card.tsx'
import { OpenLoadsCard } from './open-loads-card.tsx'
import { PeriodCard } from './period-card.tsx'
import { StatCards, STATS } from './stat-cards.tsx'

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

const CARDS = 4

/** Placeholders for the cards. */
function DashboardSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading...</span>
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {STATS.map(({ title }) => (
          <SkeletonCard key={title} lines={2} />
        ))}
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        {Array.from({ length: CARDS }, (_, index) => (
          <SkeletonCard key={index} lines={4} />
        ))}
      </div>
    </div>
  )
}

function SkeletonCard({ lines }: { lines: number }) {
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-5 shadow-xs">
      <Skeleton className="h-4 w-32" />
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className="h-5" />
      ))}
    </div>
  )
}

/** The open work, as counts that link to their lists (SPEC C63). */
function ToDoCard({ toDo }: { toDo: ToDo }) {
  const items = listToDo(toDo, today())
  return (
    <Card title="To Do Today">
      {items.length === 0 && (
        <p className="flex items-center gap-2 text-sm text-good">
          <CircleCheck aria-hidden className="size-4 shrink-0" />
          Nothing to do
        </p>
      )}
      <ul className="-my-1 grid gap-x-8 text-sm empty:hidden sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <li key={item.name} className="min-w-0">
            <ToDoLink item={item} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ToDoLink({ item: { count, label, address } }: { item: ToDoItem }) {
  return (
    <Link
      to={address}
      className="-mx-2 flex min-h-9 items-center gap-3 rounded-md px-2 hover:bg-hover pointer-coarse:min-h-11"
    >
      <span className="min-w-5 text-base font-semibold tabular-nums">
        {count.toLocaleString('en-US')}
      </span>
      <span className="min-w-0 grow">{label}</span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  )
}
