/** Emails that are waiting, have failed, or may have been sent (SPEC C186). */
import { useQuery } from '@tanstack/react-query'
import type { Mail } from '#core/mail/mails.ts'
import { mailMessages } from '#core/mail/messages.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { MailTable } from './mail-table.tsx'
import { mailStateQuery, outboxQuery } from './queries.ts'

export function OutboxPage() {
  const query = useQuery(outboxQuery)
  const { data: server } = useQuery(mailStateQuery)
  return (
    <Page title="Outbox" description="Emails that are waiting, and emails that need a decision.">
      {server && !server.setUp && <p className="text-sm">{mailMessages.notSetUp}</p>}
      <Query of={query} skeleton="h-40">
        {(mails) => <Groups mails={mails} isSetUp={server?.setUp === true} />}
      </Query>
    </Page>
  )
}

function Groups({ mails, isSetUp }: { mails: Mail[]; isSetUp: boolean }) {
  const isOpen = ({ state }: Mail) => state === 'queued' || state === 'sending'
  const [open, rest] = [mails.filter(isOpen), mails.filter((mail) => !isOpen(mail))]
  return (
    <>
      {rest.length > 0 && (
        <Card
          title="Needs a Decision"
          description="Not accepted, or perhaps sent. Nothing here is sent again automatically."
        >
          <MailTable caption="Needs a decision" mails={rest} />
        </Card>
      )}
      {open.length > 0 && (
        <Card title="Waiting" description="Sent as soon as your mail server accepts them.">
          <MailTable caption="Waiting" mails={open} />
        </Card>
      )}
      {mails.length === 0 && (
        <Card>
          <EmptyState title="The outbox is empty">
            {isSetUp && 'Your mail server accepted every email.'}
          </EmptyState>
        </Card>
      )}
    </>
  )
}
