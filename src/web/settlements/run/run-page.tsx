/** The Settlement Run screen: the settlements of every truck with loads in one work week (SPEC C8). */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import { addDays, formatDay, isDay, type Period } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { countOpen, findOpenWeek, type OpenWeek } from '#core/settlements/run/open-weeks.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { useCount } from '#web/api/queries.ts'
import { InterestNotice } from '#web/balances/interest-notice.tsx'
import { UnappliedNotice } from '#web/payments/unapplied-notice.tsx'
import { builtInView } from '#web/records/views/built-in-view.ts'
import { WaitingCardsNotice } from '#web/settlements/cards/waiting-cards.tsx'
import { Notice } from '#web/settlements/notice.tsx'
import { PeriodHeading } from '#web/settlements/period-heading.tsx'
import { useOpenWork } from '#web/settlements/use-open-work.ts'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { runQuery } from './queries.ts'
import { RunView } from './run-view.tsx'
import { describeDone } from './week-state.ts'
import { WeekTabs } from './week-tabs.tsx'

export function RunPage() {
  const [params, setParams] = useSearchParams()
  const week = params.get('week') ?? ''
  const query = useQuery(runQuery(isDay(week) ? week : null))
  const { data } = query
  useWeekInAddress(data)
  const move = (weeks: number) => data && setParams({ week: addDays(data.from, 7 * weeks) })
  return (
    <Page
      title="Settlement Run"
      description="Create, approve and pay settlements for every truck in a work week."
    >
      <Query of={query} skeleton="h-40">
        {(data) => (
          <div className="grid min-w-0 gap-4">
            <WeekTabs current={data} isDone={describeDone(data.rows) !== null} />
            <PeriodHeading unit="week" onMove={move}>
              {formatDay(data.from)} – {formatDay(data.to)}
            </PeriodHeading>
            <NextWeek run={data} />
            {data.rows.length > 0 && <RunView key={data.from} run={data} />}
            <WaitingCardsNotice cards={data.cards} />
            <UndatedNotice />
            <UnappliedNotice />
            <InterestNotice />
          </div>
        )}
      </Query>
    </Page>
  )
}

/**
 * The week stays on the screen when its last open settlement is done. Without the week in the address, the server
 * would then answer with the next open week.
 */
function useWeekInAddress(run: Run | undefined): void {
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  // A change of the address now would cancel the screen that the user has just opened.
  const isLeaving = useNavigation().state !== 'idle'
  const from = isDay(params.get('week') ?? '') ? undefined : run?.from
  useEffect(() => {
    if (from === undefined || isLeaving) return
    client.setQueryData(runQuery(from).queryKey, run)
    const pinned = new URLSearchParams(params)
    pinned.set('week', from)
    setParams(pinned, { replace: true })
  }, [client, from, isLeaving, params, run, setParams])
}

const UNDATED = builtInView('loads', 'Not on a Settlement')

/** Delivered loads that no settlement run includes, because they have no settlement date (SPEC C8). */
function UndatedNotice() {
  const count = useCount('loads', Object.fromEntries(new URLSearchParams(UNDATED)), true)
  if (!count) return null
  return (
    <Notice>
      <strong>
        {pluralize(count, 'delivered load')} {count === 1 ? 'has' : 'have'} no settlement date
      </strong>{' '}
      and won&apos;t be paid.{' '}
      <Link className="font-medium underline" to={`/loads?${UNDATED}`}>
        Review
      </Link>
    </Notice>
  )
}

/** Once the week has no open work: the reason, and a link to the next week with open work. */
function NextWeek({ run }: { run: Run }) {
  const weeks = useOpenWork()?.weeks
  const done = describeDone(run.rows)
  if (!weeks || done === null) return null
  return <Done text={done} next={findOpenWeek(weeks, run.from)} />
}

function Done({ text, next }: { text: string; next: OpenWeek | undefined }) {
  return (
    <p className="rounded-lg border border-line bg-surface p-4 text-sm" role="status">
      {text}{' '}
      {next ? (
        <>
          Next: <WeekLink week={next} /> ({countOpen(next)} open).
        </>
      ) : (
        'No other week has open settlements.'
      )}
    </p>
  )
}

function WeekLink({ week }: { week: Period }) {
  return (
    <Link
      className="font-medium text-accent-strong underline"
      to={`/settlements/run?week=${week.from}`}
    >
      {formatDay(week.from)} – {formatDay(week.to)}
    </Link>
  )
}
