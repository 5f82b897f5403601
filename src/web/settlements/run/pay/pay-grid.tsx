import { useQuery } from '@tanstack/react-query'
import type { Period } from '#core/calendar.ts'
import { selectStatements } from '#core/payments/pay-grid.ts'
import { openPayeesQuery } from '#web/settlements/run/queries.ts'
import type { Steps } from '#web/settlements/run/steps.ts'
import { Query } from '#web/ui/query.tsx'
import { PayGridForm } from './pay-grid-form.tsx'

type PayGridProps = {
  /** The statements of a week, or the chosen ones. */
  of: { period: Period } | { ids: ReadonlySet<number> }
  busy: boolean
  onStart: <Row>(steps: Steps<Row>) => void
}

/** Pays each payee once, each with their own method and check number (SPEC C8, C11). */
export function PayGrid({ of, ...props }: PayGridProps) {
  const query = useQuery(openPayeesQuery('period' in of ? of.period : null))
  return (
    <Query of={query} skeleton="h-40">
      {(data) => {
        const payees = 'ids' in of ? selectStatements(data, of.ids) : data
        return payees.length === 0 ? (
          <p className="text-sm text-muted">
            {'ids' in of
              ? 'None of the selected statements is open.'
              : 'Every approved statement of the week is paid.'}
          </p>
        ) : (
          <PayGridForm {...props} payees={payees} />
        )
      }}
    </Query>
  )
}
