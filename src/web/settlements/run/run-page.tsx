/** The Settlement Run screen: the settlements of every truck with loads in one work week (SPEC C8). */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { addDays, formatDay, isDay } from '#core/calendar.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { InterestNotice } from '#web/balances/interest-notice.tsx'
import { UnappliedNotice } from '#web/payments/unapplied-notice.tsx'
import { PeriodHeading } from '#web/settlements/period-heading.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { NextWeek } from './next-week.tsx'
import { runQuery } from './queries.ts'
import { RunView } from './run-view.tsx'
import { UndatedNotice } from './undated-notice.tsx'

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
            <PeriodHeading unit="week" onMove={move}>
              {formatDay(data.from)} – {formatDay(data.to)}
            </PeriodHeading>
            <NextWeek run={data} />
            {data.rows.length > 0 && <RunView key={data.from} run={data} />}
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
