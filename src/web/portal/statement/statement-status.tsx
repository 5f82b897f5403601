import { formatDay } from '#core/calendar.ts'
import type { OwnStatement } from '#core/portal/responses.ts'
import { useMessages } from '#web/portal/portal-user.ts'
import { Badge } from '#web/ui/badge.tsx'

const TONES = { approved: 'moving', paid: 'good', void: 'neutral' } as const

/** A paid statement shows the day of payment. */
export function StatementStatus({ statement }: { statement: OwnStatement }) {
  const messages = useMessages()
  const { status, paidOn } = statement
  const isDated = status === 'paid' && paidOn !== null
  return (
    <Badge tone={TONES[status]}>
      {isDated ? messages.paidOn(formatDay(paidOn)) : messages.statuses[status]}
    </Badge>
  )
}
