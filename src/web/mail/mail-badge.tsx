import { MAIL_STATES, type MailState } from '#core/mail/mails.ts'
import { Badge } from '#web/ui/badge.tsx'

export function MailBadge({ state }: { state: MailState }) {
  const { label, tone } = MAIL_STATES.find(({ value }) => value === state) ?? MAIL_STATES[0]
  return <Badge tone={tone}>{label}</Badge>
}
