import { MAIL_KINDS, MAIL_SENT_BY, type Mail } from '#core/mail/mails.ts'
import { mailMessages } from '#core/mail/messages.ts'
import { usePermissions } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { MailBadge } from './mail-badge.tsx'
import { useDecideMail, type MailDecision } from './queries.ts'

const HEAD_CELL = 'bg-head px-2 py-2 text-left font-medium xl:px-3'
const CELL = 'px-2 py-1.5 align-top xl:px-3'

const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short' })

/** Emails with their state, the mail server's response, and what the user can decide (SPEC C186). */
export function MailTable({ caption, mails }: { caption: string; mails: Mail[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="records w-full border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {['Email', 'To', 'Status', 'When'].map((title) => (
              <th key={title} scope="col" className={HEAD_CELL}>
                {title}
              </th>
            ))}
            <th scope="col" className={`${HEAD_CELL} text-right`}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <Row key={mail.id} mail={mail} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ mail }: { mail: Mail }) {
  const { subject, kind, files, recipients, copies } = mail
  return (
    <tr className="border-t border-line">
      <td data-label="Email" className={CELL}>
        <span className="min-w-0 wrap-anywhere">
          {subject}
          <SmallText>
            {[
              MAIL_KINDS.find(({ value }) => value === kind)?.label,
              ...files.map(({ name }) => name),
            ].join(' · ')}
          </SmallText>
        </span>
      </td>
      <td data-label="To" className={`${CELL} sm:min-w-36`}>
        <span className="min-w-0 wrap-anywhere">
          {recipients}
          {copies && <SmallText>Cc {copies}</SmallText>}
        </span>
      </td>
      <td data-label="Status" className={CELL}>
        <span className="min-w-0 wrap-anywhere">
          <MailBadge state={mail.state} />
          <MailResponse mail={mail} />
        </span>
      </td>
      <td data-label="When" className={CELL}>
        <span>{describeWhen(mail)}</span>
      </td>
      <td data-label="Actions" className={`${CELL} text-right`}>
        <Decisions mail={mail} />
      </td>
    </tr>
  )
}

/** The mail server's response, and what it means. */
function MailResponse({
  mail: { state, answer, refused, nextTryAt, attempts, decidedBy },
}: {
  mail: Mail
}) {
  return (
    <>
      {state === 'unknown' && <SmallText>{mailMessages.mayHaveBeenSent}</SmallText>}
      {state === 'partly' && <SmallText>{mailMessages.partly}</SmallText>}
      {answer && <SmallText>{answer}</SmallText>}
      {refused && <SmallText>Rejected: {refused}</SmallText>}
      {decidedBy && (
        <SmallText>
          {state === 'sent' ? `Marked as sent by ${decidedBy}` : `Canceled by ${decidedBy}`}
        </SmallText>
      )}
      {state === 'queued' && attempts > 0 && nextTryAt && (
        <SmallText>Next try {formatTime(nextTryAt)}</SmallText>
      )}
    </>
  )
}

const CHOICES: Record<Mail['state'], MailDecision[]> = {
  queued: ['cancel'],
  sending: [],
  sent: [],
  partly: ['send-again', 'mark-sent'],
  failed: ['send-again', 'mark-sent', 'cancel'],
  unknown: ['send-again', 'mark-sent', 'cancel'],
  canceled: [],
}

const LABELS: Record<MailDecision, string> = {
  'send-again': 'Send Again',
  'mark-sent': 'Mark as Sent',
  cancel: 'Cancel',
}

function Decisions({ mail }: { mail: Mail }) {
  const permissions = usePermissions()
  const deciding = useDecideMail()
  // An email that is waiting for its next try can be sent immediately.
  const choices: MailDecision[] =
    mail.state === 'queued' && mail.attempts > 0 ? ['send-again', 'cancel'] : CHOICES[mail.state]
  if (!choices.length || !permissions.has(MAIL_SENT_BY[mail.kind])) return null
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {choices.map((decision) => (
        <Button
          key={decision}
          size="sm"
          variant="secondary"
          aria-disabled={deciding.busy}
          aria-label={`${LABELS[decision]}: ${mail.subject}`}
          onClick={() => deciding.run({ mail, decision })}
        >
          {LABELS[decision]}
        </Button>
      ))}
      <QuestionDialog
        request={deciding}
        title={mailMessages.confirmAgain}
        description={`${mail.recipients} may get it twice. Most mail servers drop the second copy.`}
        label="Send Again"
      />
    </div>
  )
}

function describeWhen({ sentAt, createdAt, madeBy }: Mail): string {
  return [formatTime(sentAt ?? createdAt), madeBy].filter(Boolean).join(', ')
}

function formatTime(time: string): string {
  return FORMAT.format(new Date(time))
}

function SmallText({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs wrap-anywhere text-muted">{children}</span>
}
