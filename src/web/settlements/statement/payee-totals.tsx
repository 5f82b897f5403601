import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pluralize } from '#core/pluralize.ts'
import { toCents } from '#core/money.ts'
import type { PayeeTotals } from '#core/settlements/overview/overview.ts'
import { Figure, Money } from '#web/settlements/figures/figures.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { payeeTotalsQuery } from './queries.ts'

type PayeeTotalsCardProps = { people: 'owners' | 'drivers'; id: number }

/** This year's and last year's statements of a payee (SPEC C53). */
export function PayeeTotalsCard({ people, id }: PayeeTotalsCardProps) {
  const query = useQuery(payeeTotalsQuery(people, id))
  return (
    <Card title="Totals by Year" description="Approved and paid statements, by settlement date.">
      <Query of={query} empty="No statements this year or last year.">
        {(data) => data.map((totals) => <YearTotals key={totals.year} totals={totals} />)}
      </Query>
      <Link
        className="hit-area justify-self-start text-sm font-medium text-accent-strong underline"
        to="/settlements/year"
      >
        Year-End (1099)
      </Link>
    </Card>
  )
}

function YearTotals({ totals }: { totals: PayeeTotals }) {
  const { year, statements, gross, deductions, net, open } = totals
  return (
    <section aria-label={String(year)} className="grid gap-1.5 text-sm">
      <h3 className="font-semibold">
        {year} <span className="font-normal text-muted">{pluralize(statements, 'statement')}</span>
      </h3>
      <dl className="grid gap-1.5">
        <Figure label="Gross">
          <Money cents={toCents(gross)} />
        </Figure>
        <Figure label="Deductions">
          <Money cents={-toCents(deductions)} />
        </Figure>
        <Figure label="Net" strong>
          <Money cents={toCents(net)} />
        </Figure>
        {toCents(open) > 0n && (
          <Figure label="Not Paid Yet">
            <Money cents={toCents(open)} />
          </Figure>
        )}
      </dl>
    </section>
  )
}
