import type { FactorSchedule } from '#core/factoring/responses.ts'
import {
  scheduleMailFields,
  schedulePacketMessages,
  scheduleSentFields,
  type SchedulePackets,
} from '#core/factoring/schedule-packets.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { refetchMails } from '#web/mail/queries.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type ScheduleDialogProps = {
  schedule: Pick<FactorSchedule, 'id' | 'number'>
  mail: SchedulePackets['mail']
  onClose: () => void
}

/** Emails a schedule to the factor. Without a mail server, offers a draft for the user's own email program. */
export function ScheduleMailDialog({ schedule, mail, onClose }: ScheduleDialogProps) {
  const { id, number } = schedule
  const { to, subject, text, limitMb, isSetUp } = mail
  const draft = `/api/factor-schedules/${id}/mail-draft.eml`
  if (!isSetUp)
    return (
      <Dialog
        open
        title={`Email Schedule ${number ?? ''}`}
        onOpenChange={(open) => !open && onClose()}
      >
        <div className="grid justify-items-start gap-4 text-sm">
          <p>
            No mail server is set up yet. Download a draft with the schedule and packets attached,
            open it in your email program, and send it. Then mark the schedule as sent.
          </p>
          <DownloadLink needs="company" href={draft}>
            Download Draft
          </DownloadLink>
        </div>
      </Dialog>
    )
  return (
    <RecordForm
      entity={{
        name: `factor-schedules/${id}/mail`,
        singular: 'Email',
        fields: scheduleMailFields,
      }}
      start={{ text: { to, cc: '', subject, text, sentOn: today() } }}
      labels={{
        title: `Email Schedule ${number ?? ''}`,
        description: `The schedule and all packets are attached. If they exceed ${limitMb} MB, they are sent in several emails.`,
        save: 'Send',
        saved: 'Schedule queued. It counts as sent once your mail server has accepted it.',
        failed: schedulePacketMessages.mailFailed,
      }}
      onSaved={refetchAll}
      onClose={onClose}
    />
  )
}

/** Marks a schedule as sent that was sent in the factor's portal or with the user's own email program. */
export function ScheduleSentDialog({ schedule: { id, number }, onClose }: ScheduleDialogProps) {
  return (
    <RecordForm
      entity={{
        name: `factor-schedules/${id}/sendings`,
        singular: 'Sending',
        fields: scheduleSentFields,
      }}
      start={{ text: { sentOn: today() } }}
      labels={{
        title: `Mark Schedule ${number ?? ''} as Sent`,
        description: 'The packets are kept as they are now, and their documents can’t be deleted.',
        save: 'Mark as Sent',
        saved: 'Schedule marked as sent',
        failed: schedulePacketMessages.sendFailed,
      }}
      onSaved={refetchAll}
      onClose={onClose}
    />
  )
}

function refetchAll(): void {
  void refetchLists()
  void refetchMails()
}
