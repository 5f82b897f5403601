/** One screen for a pay day: every truck that has loads for a week (SPEC C8). */
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { addDays, formatDay, isDay } from '#core/calendar.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PeriodHeading } from './period-heading.tsx'
import { RunActions } from './run-actions.tsx'
import { RunFiles } from './run-files.tsx'
import { runQuery } from './queries.ts'
import { RunTable } from './run-table.tsx'
import { UndatedNotice } from './undated-notice.tsx'

export function RunPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('week') ?? ''
  const { data, error, refetch } = useQuery(runQuery(isDay(asked) ? asked : null))
  const move = (weeks: number) => data && setParams({ week: addDays(data.from, 7 * weeks) })
  return (
    <Page
      title="Pay Day"
      description="Every truck with loads to settle in a work week: save, approve and pay them together."
      actions={data && <RunFiles run={data} />}
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <div className="grid min-w-0 gap-4">
          <PeriodHeading unit="Week" onMove={move}>
            Week of {formatDay(data.from)} to {formatDay(data.to)}
          </PeriodHeading>
          <UndatedNotice />
          <RunActions rows={data.rows} />
          <RunTable rows={data.rows} />
        </div>
      )}
    </Page>
  )
}
