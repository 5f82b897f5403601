/** The Settlement Run screen: the settlements of every truck with loads in one work week (SPEC C8). */
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { addDays, formatDay, isDay } from '#core/calendar.ts'
import { PeriodHeading } from '#web/settlements/period-heading.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { runQuery } from './queries.ts'
import { RunActions } from './run-actions.tsx'
import { RunFiles } from './run-files.tsx'
import { RunTable } from './run-table.tsx'
import { InterestNotice } from '#web/balances/interest-notice.tsx'
import { UnappliedNotice } from '#web/payments/unapplied-notice.tsx'
import { UnnamedNotice } from '#web/settlements/payee/unnamed-notice.tsx'
import { UndatedNotice } from './undated-notice.tsx'

export function RunPage() {
  const [params, setParams] = useSearchParams()
  const week = params.get('week') ?? ''
  const { data, error, refetch } = useQuery(runQuery(isDay(week) ? week : null))
  const move = (weeks: number) => data && setParams({ week: addDays(data.from, 7 * weeks) })
  return (
    <Page
      title="Settlement Run"
      description="Create, approve and pay settlements for every truck in a work week."
      actions={data && <RunFiles run={data} />}
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <div className="grid min-w-0 gap-4">
          <PeriodHeading unit="week" onMove={move}>
            {formatDay(data.from)} – {formatDay(data.to)}
          </PeriodHeading>
          <UndatedNotice />
          <UnnamedNotice />
          <RunActions key={data.from} run={data} />
          <UnappliedNotice />
          <InterestNotice />
          <RunTable rows={data.rows} />
        </div>
      )}
    </Page>
  )
}
