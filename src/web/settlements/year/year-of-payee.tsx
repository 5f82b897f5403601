import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toCents } from '#core/money.ts'
import type { PayeeYear, PayeeYearDetails } from '#core/settlements/year/responses.ts'
import { buildReconciliation } from '#core/settlements/year/reconciliation.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { Figure, Figures, Money } from '#web/settlements/figures/figures.tsx'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Query } from '#web/ui/query.tsx'
import { EntriesTable } from './entries-table.tsx'
import { PaymentsTable } from './payments-table.tsx'

type YearOfPayeeProps = { year: number; payee: PayeeYear }

/** A payee's statements and payments of the year, and the reconciliation of gross by its three dates. */
export function YearOfPayee({ year, payee: { key, payee, sums, statements } }: YearOfPayeeProps) {
  const mayExport = useMay('export')
  const search = `year=${year}&payee=${key}&name=${encodeURIComponent(payee)}`
  const query = useQuery({
    queryKey: ['owners-year', year, key, payee],
    queryFn: () => request<PayeeYearDetails>('GET', `/api/settlements/year/payee?${search}`),
  })
  return (
    <section
      aria-label={`${payee} in ${year}`}
      className="grid gap-5 border-t border-line bg-page p-3 text-left sm:p-4"
    >
      <Query of={query}>
        {(data) => (
          <>
            {data.entries.length > 0 && <EntriesTable payee={payee} entries={data.entries} />}
            {data.payments.length > 0 && <PaymentsTable payee={payee} payments={data.payments} />}
          </>
        )}
      </Query>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-full max-w-lg">
          <Figures
            title="Reconciliation"
            description="Gross by payment, settlement and delivery date"
          >
            {buildReconciliation(sums).map(({ label, amount, total }) => (
              <Figure key={label} label={label} strong={total}>
                <Money cents={toCents(amount)} />
              </Figure>
            ))}
          </Figures>
        </div>
        {mayExport && statements > 0 && (
          <DownloadLink href={`/api/settlements/year/statements.zip?${search}`}>
            <Download aria-hidden className="size-4" />
            Download Statements (ZIP)
          </DownloadLink>
        )}
      </div>
    </section>
  )
}
