import { useState } from 'react'
import { pluralize } from '#core/pluralize.ts'
import { reminderMessages, type Reminder } from '#core/receivables/reminders.ts'
import { request } from '#web/api/client.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { useConfirmLeave } from '#web/records/form/use-confirm-leave.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { INPUT, TextInput } from '#web/ui/inputs/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'

type ReminderDialogProps = { reminder: Reminder; canMail: boolean; onClose: () => void }

type How = 'mail' | 'by-hand'

/** The reminder as it will be sent. The text can still be changed. */
export function ReminderDialog({ reminder, canMail, onClose }: ReminderDialogProps) {
  const { brokerId, brokerName, stage, invoices } = reminder
  const [to, setTo] = useState(reminder.to ?? '')
  const [subject, setSubject] = useState(reminder.subject)
  const [text, setText] = useState(reminder.text)
  const {
    run: send,
    busy,
    fields: errors,
  } = useAction({
    send: (how: How, { key }) =>
      request('POST', '/api/receivables/reminders', {
        body: {
          brokerId,
          stage,
          how,
          to,
          subject,
          text,
          invoiceIds: invoices.map(({ id }) => id),
          sentOn: today(),
        },
        headers: { 'Idempotency-Key': key },
      }),
    done: (_, how) => (how === 'mail' ? 'Reminder is being sent' : 'Reminder recorded'),
    failed: reminderMessages.failed,
    onDone: onClose,
  })
  const search = new URLSearchParams({ brokerId: String(brokerId), stage, today: today() })
  const changed =
    to !== (reminder.to ?? '') || subject !== reminder.subject || text !== reminder.text
  const { leave, question } = useConfirmLeave({ changed, what: 'this reminder', onLeave: onClose })
  return (
    <Dialog
      open
      wide
      title={`Reminder to ${brokerName}`}
      description={`${pluralize(invoices.length, 'invoice')}. This reminder is added to the contact log of each invoice.`}
      onOpenChange={(open) => !open && leave()}
    >
      <div className="grid gap-1">
        <Labeled label="To" name="to" error={errors.to?.[0]}>
          {(aria) => (
            <TextInput {...aria} value={to} onChange={({ target }) => setTo(target.value)} />
          )}
        </Labeled>
        <Labeled label="Subject" name="subject" error={errors.subject?.[0]} required>
          {(aria) => (
            <TextInput
              {...aria}
              value={subject}
              onChange={({ target }) => setSubject(target.value)}
            />
          )}
        </Labeled>
        <Labeled label="Text" name="text" error={errors.text?.[0]} required>
          {(aria) => (
            <textarea
              {...aria}
              className={classes(INPUT, 'h-auto py-2')}
              rows={14}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Labeled>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DownloadLink needs="company" href={`/api/receivables/reminders/draft.eml?${search}`}>
          Draft (.eml)
        </DownloadLink>
        <Button
          variant="secondary"
          onClick={() => void navigator.clipboard.writeText(text).then(() => toast('Text copied'))}
        >
          Copy Text
        </Button>
        <Button variant="secondary" aria-disabled={busy} onClick={() => send('by-hand')}>
          Mark as Sent
        </Button>
        {canMail && (
          <Button aria-disabled={busy} onClick={() => send('mail')}>
            Send
          </Button>
        )}
      </div>
      {changed && (
        <p role="status" className="text-right text-xs text-muted">
          The draft has the text without your changes. To keep them, copy the text.
        </p>
      )}
      {question}
    </Dialog>
  )
}
