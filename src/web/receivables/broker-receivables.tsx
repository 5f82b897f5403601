import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatAmount, toCents } from '#core/money.ts'
import { describeDaysToPay, type BrokerAccount } from '#core/receivables/broker-account.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { Fact, Facts } from '#web/records/page/record-facts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactList } from './contact-list.tsx'
import { DisputeList } from './dispute-list.tsx'
import { OverLimit } from './over-limit.tsx'
import { brokerAccountQuery } from './queries.ts'

type BrokerReceivablesProps = { brokerId: number; name: string }

/** What a broker owes, how it pays, its disputes and the last contacts (SPEC C203–C206). */
export function BrokerReceivables({ brokerId, name }: BrokerReceivablesProps) {
  const query = useQuery(brokerAccountQuery(brokerId))
  const [adds, setAdds] = useState(false)
  return (
    <Card
      title="Receivables"
      actions={
        <div className="flex flex-wrap items-center gap-3">
          <Link
            className="hit-area text-sm text-accent-strong underline"
            to={`/receivables/${brokerId}`}
          >
            Statement of account
          </Link>
          <OnlyFor permission="billing">
            <Button size="sm" variant="secondary" onClick={() => setAdds(true)}>
              Log Contact
            </Button>
          </OnlyFor>
        </div>
      }
    >
      <Query of={query} skeleton="h-20">
        {(data) => (
          <>
            <AccountFacts account={data} />
            {data.credit.isOver && <OverLimit credit={data.credit} />}
            {data.disputes.length > 0 && <DisputeList disputes={data.disputes} />}
            {data.contacts.length > 0 && (
              <section className="grid gap-2">
                <h3 className="text-sm font-semibold">Last Contacts</h3>
                <ContactList contacts={data.contacts} />
              </section>
            )}
          </>
        )}
      </Query>
      {adds && (
        <ContactForm
          path={`brokers/${brokerId}/contacts`}
          about={name}
          onClose={() => setAdds(false)}
        />
      )}
    </Card>
  )
}

function AccountFacts({ account }: { account: BrokerAccount }) {
  const { open, overdue, unapplied, refundBy, credit, daysToPay } = account
  return (
    <Facts>
      <Fact label="Open">{formatAmount(open)}</Fact>
      <Fact label="Past Due">{formatAmount(overdue)}</Fact>
      <Fact label="Days to pay (12 months)">{describeDaysToPay(daysToPay)}</Fact>
      <Fact label="Credit Limit">
        {credit.limit === null
          ? 'None'
          : `${formatAmount(credit.limit)}, used ${formatAmount(credit.used)}`}
      </Fact>
      {toCents(unapplied) !== 0n && (
        <Fact label="Unapplied">
          {formatAmount(unapplied)}
          {refundBy && (
            <span className="block text-muted">
              Refund an overpayment within 30 days: {formatDay(refundBy)} (49 CFR 378)
            </span>
          )}
        </Fact>
      )}
    </Facts>
  )
}
