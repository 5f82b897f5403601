/** One screen for a pay day: every truck that has loads for a week (SPEC C8). */
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { addDays, formatDay, isDay } from '#core/calendar.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FailedRead } from '#web/ui/failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RunActions } from './run-actions.tsx'
import { RunFiles } from './run-files.tsx'
import { runQuery } from './run-queries.ts'
import { RunTable } from './run-table.tsx'

export function RunPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('week') ?? ''
  const { data, error, refetch } = useQuery(runQuery(isDay(asked) ? asked : null))
  const move = (days: number) => data && setParams({ week: addDays(data.from, days) })
  return (
    <Page
      title="Pay Day"
      description="Every truck with loads to settle in a work week: save, approve and pay them together."
      actions={data && <RunFiles run={data} />}
    >
      {error && <FailedRead error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data && (
        <div className="grid min-w-0 gap-4">
          <div className="flex items-center gap-2 print:[&_button]:hidden">
            <IconButton label="Week before" onClick={() => move(-7)}>
              <ChevronLeft aria-hidden className="size-4" />
            </IconButton>
            <h2 className="text-base font-semibold" aria-live="polite">
              Week of {formatDay(data.from)} to {formatDay(data.to)}
            </h2>
            <IconButton label="Week after" onClick={() => move(7)}>
              <ChevronRight aria-hidden className="size-4" />
            </IconButton>
          </div>
          <RunActions rows={data.rows} />
          <RunTable rows={data.rows} />
        </div>
      )}
    </Page>
  )
}
