import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import type { FactorSchedule } from '#core/factoring/responses.ts'
import type { SchedulePackets, ScheduleSending } from '#core/factoring/schedule-packets.ts'
import { pluralize } from '#core/pluralize.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { InvoiceLink } from './invoice-link.tsx'
import { schedulePacketsQuery } from './queries.ts'

const DIALOGS = {
  mail: onDemand(async () => (await import('./packets-dialogs.tsx')).ScheduleMailDialog),
  sent: onDemand(async () => (await import('./packets-dialogs.tsx')).ScheduleSentDialog),
}

type PacketsCardProps = { schedule: Pick<FactorSchedule, 'id' | 'number' | 'state' | 'count'> }

/** The packets for the factor, what they still lack, and when they were sent (SPEC C247, C248). */
export function PacketsCard({ schedule }: PacketsCardProps) {
  const { id, state } = schedule
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>()
  const query = useQuery(schedulePacketsQuery(id))
  const { data } = query
  const Opened = dialog && DIALOGS[dialog]
  const canSend = state === 'submitted' && data?.problems.length === 0
  return (
    <Card
      title="Packets"
      description="The schedule as PDF and CSV, and a PDF for each invoice with its documents."
      actions={canSend && <PacketActions id={id} onOpen={setDialog} />}
    >
      <Query of={query} skeleton="h-16">
        {(data) => (
          <>
            <Problems problems={data.problems} />
            {state === 'draft' && (
              <p className="text-sm text-muted">Submit the schedule to send its packets.</p>
            )}
            <Sendings sendings={data.sendings} count={schedule.count} />
            {Opened && (
              <Opened schedule={schedule} mail={data.mail} onClose={() => setDialog(undefined)} />
            )}
          </>
        )}
      </Query>
    </Card>
  )
}

type PacketActionsProps = { id: number; onOpen: (dialog: keyof typeof DIALOGS) => void }

function PacketActions({ id, onOpen }: PacketActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <OnlyFor permission="export">
        <DownloadLink needs="company" href={`/api/factor-schedules/${id}/packets.zip`}>
          Download ZIP
        </DownloadLink>
      </OnlyFor>
      <OnlyFor permission="billing">
        <Button variant="secondary" onClick={() => onOpen('sent')}>
          Mark as Sent
        </Button>
        <Button onClick={() => onOpen('mail')}>Email</Button>
      </OnlyFor>
    </div>
  )
}

function Problems({ problems }: Pick<SchedulePackets, 'problems'>) {
  if (!problems.length) return null
  return (
    <section aria-label="Not ready to send" className="grid gap-1 text-sm">
      <h3 className="font-semibold text-danger-ink">Nothing can be sent yet</h3>
      <ul className="grid gap-1">
        {problems.map(({ invoiceId, number, messages }) => (
          <li key={invoiceId} className="wrap-anywhere">
            <InvoiceLink id={invoiceId}>Invoice {number}</InvoiceLink>: {messages.join('. ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

type SendingsProps = Pick<SchedulePackets, 'sendings'> & { count: number }

/** `count`: the invoices of the schedule. */
function Sendings({ sendings, count }: SendingsProps) {
  if (!sendings.length) return null
  return (
    <section aria-label="Sent" className="grid gap-1 text-sm">
      <h3 className="font-semibold">Sent</h3>
      <ul className="grid">
        {sendings.map((sending) => (
          <SendingRow key={sending.id} sending={sending} count={count} />
        ))}
      </ul>
    </section>
  )
}

type SendingRowProps = { sending: ScheduleSending; count: number }

function SendingRow({ sending, count }: SendingRowProps) {
  const { sentOn, askedOn, note, sentBy, packets } = sending
  const numbers = packets.map(({ number }) => number).join(', ')
  const what = packets.length === 1 ? `Invoice ${numbers} only` : `Invoices ${numbers} only`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0">
      {sentOn === null ? (
        <Badge tone="waiting">Not accepted yet</Badge>
      ) : (
        <Badge tone="good">{`Sent ${formatDay(sentOn)}`}</Badge>
      )}
      <span className="min-w-0 wrap-anywhere">{note}</span>
      <span className="text-xs text-muted">
        {[
          packets.length < count ? what : pluralize(packets.length, 'packet'),
          sentOn === null && `requested on ${formatDay(askedOn)}`,
          sentBy,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}
