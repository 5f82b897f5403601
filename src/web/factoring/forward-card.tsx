import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Factor } from '#core/factoring/responses.ts'
import { addUp, formatMoney, toCents } from '#core/money.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InvoiceLink } from './invoice-link.tsx'
import { boughtQuery } from './queries.ts'
import { listToForward, makeForwardRows } from './report-entries.ts'
import { ReportForm } from './report-form.tsx'

/** What brokers paid the carrier although the factor bought the invoices. Shows nothing if everything was forwarded (SPEC C333). */
export function ForwardCard({ factor }: { factor: Factor }) {
  const { data } = useQuery(boughtQuery(factor.id))
  const [forwarding, setForwarding] = useState(false)
  const invoices = listToForward(data?.invoices ?? [])
  if (!invoices.length) return null
  const total = formatMoney(addUp(invoices.map(({ toForward }) => toForward)))
  return (
    <Card
      title={`${total} to Forward to ${factor.name}`}
      description={`Brokers paid you for invoices that ${factor.name} bought. The money belongs to ${factor.name}.`}
    >
      <ul className="grid gap-1 text-sm" aria-label="Invoices whose broker paid you">
        {invoices.map(({ id, number, brokerName, toForward }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <InvoiceLink id={id}>Invoice {number}</InvoiceLink> · {brokerName}
            </span>
            <span className="tabular-nums">{formatMoney(toCents(toForward))}</span>
          </li>
        ))}
      </ul>
      <OnlyFor permission="billing">
        <div>
          <Button variant="secondary" onClick={() => setForwarding(true)}>
            Forward {total}
          </Button>
        </div>
      </OnlyFor>
      {forwarding && (
        <ReportForm
          factor={factor}
          start={makeForwardRows(invoices)}
          onClose={() => setForwarding(false)}
        />
      )}
    </Card>
  )
}
