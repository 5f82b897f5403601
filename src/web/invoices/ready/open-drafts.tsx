import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Invoice } from '#core/invoices/responses.ts'
import { addUp, formatMoney } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { someInvoicesQuery } from '#web/invoices/queries.ts'
import { Button } from '#web/ui/button.tsx'

/** The most drafts that are reviewed at once. */
const MOST = '200'

/** Drafts that were not approved yet, oldest first. */
export function OpenDrafts({ onReview }: { onReview: (invoices: Invoice[]) => void }) {
  const { data: drafts = [] } = useQuery(
    someInvoicesQuery({ status: 'draft', limit: MOST, offset: '0' }),
  )
  if (drafts.length === 0) return null
  return (
    <section
      aria-label="Drafts"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-waiting bg-waiting-soft p-3 text-sm text-waiting"
    >
      <p>
        <strong>{pluralize(drafts.length, 'draft')}</strong> not approved yet,{' '}
        <span className="tabular-nums">{formatMoney(addUp(drafts.map(({ total }) => total)))}</span>
        .
      </p>
      <span className="grow" />
      <Link className="hit-area font-medium underline" to="/invoices?status=draft">
        Show Drafts
      </Link>
      <OnlyFor permission="billing">
        <Button variant="secondary" onClick={() => onReview(drafts)}>
          Review {pluralize(drafts.length, 'Draft')}
        </Button>
      </OnlyFor>
    </section>
  )
}
