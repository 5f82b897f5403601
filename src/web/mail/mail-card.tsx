/** How the account's emails look, and whether the mail server works (SPEC C189). */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { mailMessages } from '#core/mail/messages.ts'
import type { ShownMailSettings } from '#core/mail/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { MailForm } from './mail-form.tsx'
import { mailSettingsQuery, useTestMail } from './queries.ts'

export function MailCard() {
  const query = useQuery(mailSettingsQuery)
  return (
    <Card
      title="Email"
      description="Who your emails are from, and what they say."
      actions={
        <Link className="hit-area text-sm font-medium text-accent-strong underline" to="/mail">
          Open Outbox
        </Link>
      }
    >
      <Query of={query} skeleton="h-40">
        {(data) => (
          <>
            <ServerFacts server={data.server} />
            <MailForm settings={data} />
          </>
        )}
      </Query>
    </Card>
  )
}

function ServerFacts({ server }: Pick<ShownMailSettings, 'server'>) {
  const testing = useTestMail()
  if (!server) return <p className="text-sm">{mailMessages.notSetUp}</p>
  const { host, from, limitMb } = server
  const tested = testing.result
  return (
    <div className="grid gap-2 text-sm">
      <p className="wrap-anywhere">
        Emails are sent from {from} through {host}. Attachments are limited to {limitMb} MB per
        email.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" aria-disabled={testing.busy} onClick={() => testing.run()}>
          {testing.busy ? 'Sending...' : 'Send Test Email'}
        </Button>
        <p
          role="status"
          className={`min-w-0 wrap-anywhere ${tested?.accepted ? 'text-good' : 'text-danger-ink'}`}
        >
          {tested &&
            (tested.accepted
              ? `Accepted by your mail server, to ${tested.to}: ${tested.answer}`
              : `Not sent to ${tested.to}: ${tested.answer}`)}
        </p>
      </div>
    </div>
  )
}
