/** The Factoring screen: the account's factors (SPEC C210). */
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { factors } from '#core/factoring/factors.ts'
import type { Factor } from '#core/factoring/responses.ts'
import { formatQuantity } from '#core/money.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { factorsQuery } from './queries.ts'

export function FactoringPage() {
  const query = useQuery(factorsQuery)
  const [adds, setAdds] = useState(false)
  const navigate = useNavigate()
  return (
    <Page
      title="Factoring"
      description="Factors that buy your invoices, their schedules and what they paid."
      actions={
        <OnlyFor permission="billing">
          <Button onClick={() => setAdds(true)}>
            <Plus aria-hidden className="size-4" />
            Add Factor
          </Button>
        </OnlyFor>
      }
    >
      <Query
        of={query}
        skeleton="h-40"
        empty={
          <Card>
            <EmptyState title="No factor yet">
              With a factor, invoices print its remit-to address and notice of assignment, and you
              send them as schedules.
            </EmptyState>
          </Card>
        }
      >
        {(data) => (
          <div className="grid gap-4 lg:grid-cols-2">
            {data.map((factor) => (
              <FactorCard key={factor.id} factor={factor} />
            ))}
          </div>
        )}
      </Query>
      {adds && (
        <RecordForm
          entity={factors}
          onClose={() => setAdds(false)}
          onSaved={({ id }) => void navigate(`/factoring/${id}`)}
        />
      )}
    </Page>
  )
}

function FactorCard({ factor }: { factor: Factor }) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          className="hit-area min-w-0 text-base font-semibold wrap-anywhere text-accent-strong underline"
          to={`/factoring/${factor.id}`}
        >
          {factor.name}
        </Link>
        {factor.isDefault && <Badge tone="moving">All Brokers</Badge>}
      </div>
      <p className="text-sm text-muted">{describeFactor(factor)}</p>
    </Card>
  )
}

/** "Advance 95%, fee 3%, recourse after 90 days. Invoices from 11/01/2026." */
export function describeFactor(factor: Factor): string {
  const { advancePercent, feePercent, recourseDays, firstDay, lastDay } = factor
  const recourse = recourseDays === null ? 'non-recourse' : `recourse after ${recourseDays} days`
  const until = lastDay === null ? '' : ` to ${formatDay(lastDay)}`
  return `Advance ${formatQuantity(advancePercent)}%, fee ${formatQuantity(feePercent)}%, ${recourse}. Invoices from ${formatDay(firstDay)}${until}.`
}
