import { useQuery } from '@tanstack/react-query'
import { mailFormFields } from '#core/packets/forms.ts'
import { mailingMessages, type MailForm } from '#core/packets/mailing.ts'
import type { Sending } from '#core/packets/packets.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Query } from '#web/ui/query.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { mailFormQuery } from './queries.ts'

type MailDialogProps = { invoiceId: number; onClose: () => void }

/** Emails the packet. Without a mail server, offers a draft for the user's own email program. */
export function MailDialog(props: MailDialogProps) {
  const query = useQuery(mailFormQuery(props.invoiceId))
  const { data: form } = query
  if (form?.isSetUp) return <SendForm {...props} form={form} />
  return (
    <Dialog open title="Email" onOpenChange={(open) => !open && props.onClose()}>
      <Query of={query} skeleton="h-64">
        {() => (
          <div className="grid justify-items-start gap-4 text-sm">
            <p>
              No mail server is set up yet. Download a draft with the packet attached, open it in
              your email program, and send it. Then mark the invoice as sent.
            </p>
            <DraftLink invoiceId={props.invoiceId} />
          </div>
        )}
      </Query>
    </Dialog>
  )
}

function DraftLink({ invoiceId }: { invoiceId: number }) {
  return (
    <DownloadLink needs="company" href={`/api/invoices/${invoiceId}/mail-draft.eml`}>
      Download Draft
    </DownloadLink>
  )
}

function SendForm({ invoiceId, form, onClose }: MailDialogProps & { form: MailForm }) {
  const { to, cc, subject, text, limitMb } = form
  return (
    <RecordForm<Sending>
      entity={{ name: `invoices/${invoiceId}/mail`, singular: 'Email', fields: mailFormFields }}
      start={{ text: { to, cc, subject, text, sentOn: today() } }}
      labels={{
        title: 'Email',
        description: `The packet is attached. If it exceeds ${limitMb} MB, it is sent in several emails.`,
        save: 'Send',
        saved: 'Invoice queued. It counts as sent once your mail server has accepted it.',
        failed: mailingMessages.failed,
      }}
      onSaved={() => void refetchLists()}
      onClose={onClose}
    >
      <p className="text-sm">
        <DraftLink invoiceId={invoiceId} />
      </p>
    </RecordForm>
  )
}
