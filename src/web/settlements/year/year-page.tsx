/** The Owner Year-End screen: what each owner was paid in a calendar year (SPEC C9). */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { request } from '#web/api/client.ts'
import { today } from '#web/api/today.ts'
import type { YearSummary } from '#core/settlements/year.ts'
import { DownloadLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PeriodHeading } from '#web/settlements/period-heading.tsx'
import { YearOfPayee } from './year-of-payee.tsx'

export function YearPage() {
  const [params, setParams] = useSearchParams()
  const given = params.get('year') ?? ''
  const year = /^(19|2\d)\d\d$/.test(given) ? Number(given) : Number(today().slice(0, 4))
  const { data, error, refetch } = useQuery({
    queryKey: ['owners-year', year],
    queryFn: () => request<YearSummary>('GET', `/api/settlements/year?year=${year}`),
  })
  const move = (years: number) => setParams({ year: String(year + years) })
  return (
    <Page
      title="Owner Year-End (1099)"
      description="Payments to each owner by payment date, reconciled to settlement and delivery dates."
      actions={
        <DownloadLink href={`/api/settlements/year.csv?year=${year}`}>
          <Download aria-hidden className="size-4" />
          Export CSV
        </DownloadLink>
      }
    >
      <PeriodHeading unit="year" onMove={move}>
        {year}
      </PeriodHeading>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.payees.length === 0 && <p className="text-sm text-muted">No statements in {year}.</p>}
      {data && data.payees.length > 0 && (
        <p className="text-sm text-muted">
          Adjustments to prior loads (e.g. short pays) change gross revenue; they aren&apos;t
          deductions.
        </p>
      )}
      {data?.payees.map((payee) => (
        <YearOfPayee key={`${payee.key} ${payee.payee}`} payee={payee} />
      ))}
    </Page>
  )
}
