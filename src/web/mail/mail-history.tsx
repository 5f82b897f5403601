import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { MailTable } from './mail-table.tsx'
import { mailsOfQuery } from './queries.ts'

/** The emails of a record. Shows nothing if there are none. `path`: the record's API path, such as "/api/billing/12". */
export function MailHistory({ path }: { path: string }) {
  const query = useQuery(mailsOfQuery(path))
  return (
    <Query of={query} skeleton={null} empty={null}>
      {(mails) => (
        <Card
          title="Emails"
          description="What your mail server replied. It does not show who read the email."
        >
          <MailTable caption="Emails" mails={mails} />
        </Card>
      )}
    </Query>
  )
}
