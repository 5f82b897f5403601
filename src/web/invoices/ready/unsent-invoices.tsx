import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Invoice } from '#core/invoices/responses.ts'
import { addUp, formatMoney } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { someInvoicesQuery } from '#web/invoices/queries.ts'
import { Button } from '#web/ui/button.tsx'

const UNSENT = { sending: 'not-sent', 'openAmount.from': '0.01' }
/** The most invoices that are sent in one step. */
const MOST = '200'

/** Open invoices that were approved and never sent (SPEC C246). */
export function UnsentInvoices({ onSend }: { onSend: (invoices: Invoice[]) => void }) {
  const { data: unsent = [] } = useQuery(
    someInvoicesQuery({ ...UNSENT, limit: MOST, offset: '0', sort: 'invoiceDate' }),
  )
  if (unsent.length === 0) return null
  return (
    <section
      aria-label="Not sent"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-waiting bg-waiting-soft p-3 text-sm text-waiting"
    >
      <p>
        <strong>{pluralize(unsent.length, 'approved invoice')}</strong> not sent yet,{' '}
        <span className="tabular-nums">
          {formatMoney(addUp(unsent.map(({ openAmount }) => openAmount)))}
        </span>
        .
      </p>
      <span className="grow" />
      <Link
        className="hit-area font-medium underline"
        to={`/invoices?all&${new URLSearchParams(UNSENT)}`}
      >
        Show Them
      </Link>
      <OnlyFor permission="billing">
        <Button variant="secondary" onClick={() => onSend(unsent)}>
          Send {pluralize(unsent.length, 'Invoice')}
        </Button>
      </OnlyFor>
    </section>
  )
}
