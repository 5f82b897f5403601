import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { formatDay } from '#core/calendar.ts'
import { toCents } from '#core/money.ts'
import { STATEMENT_PAYMENT_METHODS } from '#core/payment-methods.ts'
import { buildReconciliation } from '#core/settlements/year/reconciliation.ts'
import type { PayeeYear, PayeeYearDetails, YearPayment } from '#core/settlements/year/responses.ts'
import { request } from '#web/api/client.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { useMay } from '#web/api/may.tsx'
import { FigureCell, FigureTable, Row, TableCell } from '#web/settlements/figures/figure-table.tsx'
import { Figure, Figures, Money } from '#web/settlements/figures/figures.tsx'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { Query } from '#web/ui/query.tsx'
import { SidewaysScroll } from '#web/ui/sideways-scroll.tsx'
import { EntriesTable } from './entries-table.tsx'

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

const HEADS = ['Paid On', 'Method', 'Reference', 'Status', 'Amount']

/** Every payment of the year. Reversed payments, advances and loans are not part of gross. */
function PaymentsTable({ payee, payments }: { payee: string; payments: YearPayment[] }) {
  return (
    <SidewaysScroll>
      <FigureTable caption={`Payments to ${payee}`} heads={HEADS} firstFigure={4}>
        {payments.map(({ id, paidOn, kind, method, reference, amount, state }) => {
          return (
            <Row key={id}>
              <TableCell label="Paid On">{formatDay(paidOn)}</TableCell>
              <TableCell label="Method">{labelOf(method)}</TableCell>
              <TableCell label="Reference" className="wrap-anywhere">
                {reference ?? '–'}
              </TableCell>
              <TableCell label="Status">
                <span className="inline-flex flex-wrap gap-1">
                  <StatusBadge status={state} />
                  {kind === 'hand-out' && <Badge tone="moving">Advance or loan</Badge>}
                </span>
              </TableCell>
              <FigureCell label="Amount">
                <Money cents={toCents(amount)} />
              </FigureCell>
            </Row>
          )
        })}
      </FigureTable>
    </SidewaysScroll>
  )
}

function labelOf(method: string): string {
  return STATEMENT_PAYMENT_METHODS.find(({ value }) => value === method)?.label ?? method
}
