/** The Year-End screen: what counts for each payee in a calendar year (SPEC C9). */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatMoney, toCents } from '#core/money.ts'
import { findTaxYear } from '#core/settlements/year/thresholds.ts'
import type { YearSummary } from '#core/settlements/year/responses.ts'
import { request } from '#web/api/client.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { today } from '#web/api/today.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { PeriodHeading } from '#web/settlements/period-heading.tsx'
import { PayeesTable } from './payees-table.tsx'
import { TaxFileButton } from './tax-file-button.tsx'

export function YearPage() {
  const [params, setParams] = useSearchParams()
  const typed = params.get('year') ?? ''
  const year = /^(19|2\d)\d\d$/.test(typed) ? Number(typed) : findTaxYear(today())
  const query = useQuery({
    queryKey: ['owners-year', year],
    queryFn: () => request<YearSummary>('GET', `/api/settlements/year?year=${year}`),
  })
  const move = (years: number) => setParams({ year: String(year + years) })
  return (
    <Page
      title="Year-End (1099)"
      description="Each owner and driver by payment date: gross, deductions, net and the 1099 figure."
      actions={
        <div className="flex flex-wrap gap-2">
          <OnlyFor permission="export">
            <DownloadLink href={`/api/settlements/year.csv?year=${year}`}>
              <Download aria-hidden className="size-4" />
              Export CSV
            </DownloadLink>
          </OnlyFor>
          <OnlyFor permission="secrets">
            <TaxFileButton year={year} />
          </OnlyFor>
        </div>
      }
    >
      <PeriodHeading unit="year" onMove={move}>
        {year}
      </PeriodHeading>
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            {data.payees.length === 0 && (
              <p className="text-sm text-muted">No statements in {year}.</p>
            )}
            {data.payees.length > 0 && (
              <>
                <p className="text-sm text-muted">
                  The 1099 figure is gross pay with extra pay, adjustments to prior loads and
                  unapplied money. Reimbursements and loans aren&apos;t part of it. Threshold for{' '}
                  {year}: {formatMoney(toCents(data.threshold))}.
                </p>
                <PayeesTable summary={data} />
              </>
            )}
          </>
        )}
      </Query>
    </Page>
  )
}
