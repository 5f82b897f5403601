import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { toCents, type Amount } from '#core/money.ts'
import { BROKER_RECORD } from '#core/receivables/broker-record.ts'
import { DownloadLink, OpenFileLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactList } from './contact-list.tsx'
import { DisputeForm } from './dispute-form.tsx'
import { DisputeList } from './dispute-list.tsx'
import { invoiceAccountQuery } from './queries.ts'

type InvoiceReceivablesProps = { invoice: { id: number; number: string; openAmount: Amount } }

/** Disputes, contacts and legal deadlines of an approved invoice (SPEC C204, C205, C208). */
export function InvoiceReceivables({ invoice }: InvoiceReceivablesProps) {
  const { id, number, openAmount } = invoice
  const query = useQuery(invoiceAccountQuery(id))
  const [dialog, setDialog] = useState<'dispute' | 'contact'>()
  const isOpen = toCents(openAmount) > 0n
  return (
    <Card
      title="Collections"
      actions={
        <div className="flex flex-wrap gap-2">
          <OnlyFor permission="billing">
            {isOpen && (
              <Button variant="secondary" onClick={() => setDialog('dispute')}>
                Dispute
              </Button>
            )}
            <Button variant="secondary" onClick={() => setDialog('contact')}>
              Log Contact
            </Button>
          </OnlyFor>
          <OnlyFor permission="export">
            <OpenFileLink
              needs="company"
              aria-describedby="record-request-hint"
              href={`/api/invoices/${id}/record-request.pdf`}
            >
              Request Broker’s Record
            </OpenFileLink>
          </OnlyFor>
          {isOpen && (
            <OnlyFor permission="export">
              <DownloadLink needs="company" href={`/api/invoices/${id}/collection.zip`}>
                Collection Packet
              </DownloadLink>
            </OnlyFor>
          )}
        </div>
      }
    >
      <Query of={query} skeleton="h-16">
        {(data) => (
          <>
            <DisputeList disputes={data.disputes} />
            <ContactList contacts={data.contacts} />
            {data.lawDates && (
              <ul aria-label="Legal deadlines" className="grid gap-1 text-sm text-muted">
                <li>
                  Additional charges can be billed until {formatDay(data.lawDates.moreChargesBy)}:
                  180 days (49 USC 13710)
                </li>
                <li>
                  A suit for unpaid charges must begin by {formatDay(data.lawDates.suitBy)}: 18
                  months (49 USC 14705)
                </li>
              </ul>
            )}
          </>
        )}
      </Query>
      <OnlyFor permission="export">
        <p id="record-request-hint" className="mt-2 text-sm text-muted">
          {BROKER_RECORD.hint}
        </p>
      </OnlyFor>
      {dialog === 'dispute' && (
        <DisputeForm
          invoice={{ id, number, open: openAmount }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'contact' && (
        <ContactForm
          path={`invoices/${id}/contacts`}
          about={`Invoice ${number}`}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Card>
  )
}
