import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { MAIL_STATES, type Mail } from '#core/mail/mails.ts'
import type { Sending } from '#core/packets/packets.ts'
import { OnlyFor } from '#web/api/may.tsx'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Query } from '#web/ui/query.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { describeChannel, describeDownload, describeSize } from './packet-text.ts'
import { invoiceMailsQuery, sendingsQuery } from './queries.ts'

const UndoDialog = onDemand(async () => (await import('./sent-dialogs.tsx')).UndoDialog)

/** When and how the invoice was sent, newest first. Shows nothing before the first sending. */
export function SendingsList({ invoiceId }: { invoiceId: number }) {
  const [undone, setUndone] = useState<Sending>()
  const query = useQuery(sendingsQuery(invoiceId))
  const hasMail = query.data?.some(({ channel }) => channel === 'mail') ?? false
  const { data: mails } = useQuery({ ...invoiceMailsQuery(invoiceId), enabled: hasMail })
  return (
    <Query of={query} skeleton={null} empty={null}>
      {(sendings) => (
        <section aria-label="Sent" className="grid gap-1 text-sm">
          <h3 className="font-semibold">Sent</h3>
          <ul className="grid">
            {sendings.map((sending) => (
              <SendingRow
                key={sending.id}
                {...{ invoiceId, sending, mails }}
                onUndo={() => setUndone(sending)}
              />
            ))}
          </ul>
          {undone && (
            <UndoDialog {...{ invoiceId }} sending={undone} onClose={() => setUndone(undefined)} />
          )}
        </section>
      )}
    </Query>
  )
}

type SendingRowProps = {
  invoiceId: number
  sending: Sending
  mails: Mail[] | undefined
  onUndo: () => void
}

function SendingRow({ invoiceId, sending, mails, onUndo }: SendingRowProps) {
  const { id, sentBy, undoneOn, undoneBy, undoneReason } = sending
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 grow wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-2">
          <SentState sending={sending} mails={mails} />
          <span>{describeChannel(sending)}</span>
        </p>
        <p className="text-xs text-muted">
          {[describeSize(sending), sentBy].filter(Boolean).join(' · ')}
        </p>
        {undoneOn !== null && (
          <p className="text-xs">
            {`Marked as not sent on ${formatDay(undoneOn)}${undoneBy ? ` by ${undoneBy}` : ''}: ${undoneReason}`}
          </p>
        )}
      </div>
      <DownloadLink
        href={`/api/invoices/${invoiceId}/sendings/${id}/packet.pdf`}
        aria-label={describeDownload(sending)}
      >
        Download
      </DownloadLink>
      {undoneOn === null && (
        <OnlyFor permission="billing">
          <Button variant="secondary" onClick={onUndo}>
            Mark as Not Sent
          </Button>
        </OnlyFor>
      )}
    </li>
  )
}

function SentState({ sending, mails = [] }: { sending: Sending; mails: Mail[] | undefined }) {
  const { id, sentOn, undoneOn } = sending
  if (undoneOn !== null) return <Badge tone="neutral">Not sent</Badge>
  if (sentOn !== null) return <Badge tone="good">{`Sent ${formatDay(sentOn)}`}</Badge>
  const mailsOfSending = mails.filter(({ records }) =>
    records.some((one) => one.subject === 'invoice_sendings' && one.id === id),
  )
  const open = mailsOfSending.find(({ state }) => state !== 'sent')
  const state = MAIL_STATES.find(({ value }) => value === open?.state)
  return <Badge tone={state?.tone ?? 'waiting'}>{state?.label ?? 'Waiting'}</Badge>
}
