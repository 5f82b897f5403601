/** What each owner was paid in a calendar year (SPEC C9). */
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import type { OwnersYear } from '#core/settlement-year.ts'
import { DownloadLink } from '#web/ui/button.tsx'
import { FailedRead } from '#web/ui/failed.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { YearOfPayee } from './year-of-payee.tsx'

export function YearPage() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('year') ?? ''
  const year = /^(19|2\d)\d\d$/.test(asked) ? Number(asked) : Number(today().slice(0, 4))
  const { data, error, refetch } = useQuery({
    queryKey: ['owners-year', year],
    queryFn: () => request<OwnersYear>('GET', `/api/settlements/year?year=${year}`),
  })
  const move = (years: number) => setParams({ year: String(year + years) })
  return (
    <Page
      title="Owners' Year"
      description="What each owner was paid, by day of payment, and how it agrees with settlement and delivery dates."
      actions={
        <DownloadLink href={`/api/settlements/year.csv?year=${year}`}>
          <Download aria-hidden className="size-4" />
          Export CSV
        </DownloadLink>
      }
    >
      <div className="flex items-center gap-2 print:[&_button]:hidden">
        <IconButton label="Year before" onClick={() => move(-1)}>
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <h2 className="text-base font-semibold tabular-nums">{year}</h2>
        <IconButton label="Year after" onClick={() => move(1)}>
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
      </div>
      {error && <FailedRead error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.payees.length === 0 && (
        <p className="text-sm text-muted">No statement was settled or paid in {year}.</p>
      )}
      {data && data.payees.length > 0 && (
        <p className="text-sm text-muted">
          Corrections of earlier loads, such as a short pay, change the revenue here; they are not
          deductions.
        </p>
      )}
      {data?.payees.map((payee) => (
        <YearOfPayee key={`${payee.ownerId} ${payee.payee}`} payee={payee} />
      ))}
    </Page>
  )
}
