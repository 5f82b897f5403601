import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountMailFields } from '#core/receivables/account-mail.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { refetchMails } from '#web/mail/queries.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { accountMailQuery } from './queries.ts'

type AccountMailProps = {
  brokerId: number
  /** The period, as the API's query: "from=2026-10-01&to=2026-11-23". */
  search: string
}

/** Emails the statement as it is shown. Without a mail server, offers a draft to download (SPEC C249). */
export function AccountMailButton({ brokerId, search }: AccountMailProps) {
  const [open, setOpen] = useState(false)
  const { data: mail } = useQuery(accountMailQuery(brokerId, search))
  if (!mail) return null
  const { isSetUp, ...text } = mail
  const path = `brokers/${brokerId}/account-statement`
  if (!isSetUp)
    return (
      <DownloadLink needs="company" href={`/api/${path}/mail-draft.eml?${search}`}>
        Email Draft
      </DownloadLink>
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>Email</Button>
      {open && (
        <RecordForm
          entity={{
            name: `${path}/mail?${search}`,
            singular: 'Email',
            fields: accountMailFields,
          }}
          start={{ text: { ...text, cc: '', sentOn: today() } }}
          labels={{
            title: 'Email the Statement of Account',
            description:
              'The statement is attached as a PDF. The contact log records that it was sent.',
            save: 'Send',
            saved: 'Statement of account queued',
            failed: 'Failed to send the statement of account',
          }}
          onSaved={() => {
            void refetchLists()
            void refetchMails()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
