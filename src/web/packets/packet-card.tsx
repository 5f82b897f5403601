import { useQuery } from '@tanstack/react-query'
import { FileText, Image } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#core/calendar.ts'
import { labelKind } from '#core/documents/kinds.ts'
import { type Mail, MAIL_STATES } from '#core/mail/mails.ts'
import {
  type Packet,
  packetMessages,
  type PacketPaper,
  type Sending,
} from '#core/packets/packets.ts'
import { pluralize } from '#core/pluralize.ts'
import { DownloadLink, OpenFileLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Query } from '#web/ui/query.tsx'
import { describeChannel, describeDownload, describeSize } from './packet-text.ts'
import { invoiceMailsQuery, packetQuery, sendingsQuery } from './queries.ts'

const DIALOGS = {
  mail: onDemand(async () => (await import('./mail-dialog.tsx')).MailDialog),
  download: onDemand(async () => (await import('./sent-dialogs.tsx')).DownloadDialog),
  sent: onDemand(async () => (await import('./sent-dialogs.tsx')).SentDialog),
}

type PacketCardProps = {
  invoiceId: number
  /** Only an approved invoice is sent. A draft shows what is missing. */
  state: 'draft' | 'approved' | 'void'
}

/** The packet for the broker, what it still lacks, and when it was sent (SPEC C175–C181). */
export function PacketCard({ invoiceId, state }: PacketCardProps) {
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>()
  const query = useQuery(packetQuery(invoiceId))
  const { data: packet } = query
  const Opened = dialog && DIALOGS[dialog]
  return (
    <Card
      title="Packet"
      description={packet && describePacket(packet)}
      actions={packet?.made && <PacketActions invoiceId={invoiceId} onOpen={setDialog} />}
    >
      <Query of={query}>
        {(packet) => <PacketPapers packet={packet} isDraft={state === 'draft'} />}
      </Query>
      {state !== 'draft' && <SendingsList invoiceId={invoiceId} />}
      {Opened && <Opened invoiceId={invoiceId} onClose={() => setDialog(undefined)} />}
    </Card>
  )
}

/** "7 pages, 1.4 MB". */
function describePacket({ made, papers }: Packet): string {
  if (made) return describeSize(made)
  return `${papers.length} ${papers.length === 1 ? 'document' : 'documents'}`
}

type PacketActionsProps = { invoiceId: number; onOpen: (dialog: keyof typeof DIALOGS) => void }

function PacketActions({ invoiceId, onOpen }: PacketActionsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <OpenFileLink href={`/api/invoices/${invoiceId}/packet.pdf`}>Preview</OpenFileLink>
      <OnlyFor permission="billing">
        <Button variant="secondary" onClick={() => onOpen('sent')}>
          Mark as Sent
        </Button>
        <Button variant="secondary" onClick={() => onOpen('download')}>
          Download & Mark as Sent
        </Button>
        <Button onClick={() => onOpen('mail')}>Email</Button>
      </OnlyFor>
    </div>
  )
}

/** The papers in their order, and what the packet still lacks. */
function PacketPapers({ packet, isDraft }: { packet: Packet; isDraft: boolean }) {
  const { papers, missing, problems } = packet
  // The page already says that it is a draft.
  const shown = problems.filter(({ message }) => !isDraft || message !== packetMessages.draft)
  return (
    <div className="grid gap-3 text-sm">
      {(missing.length > 0 || shown.length > 0) && (
        <ul aria-label="What is missing" className="grid gap-1 text-danger-ink">
          {missing.map(({ loadId, loadNumber, papers: lacking }) => (
            <li key={loadId} className="wrap-anywhere">
              <RecordLink to="loads" id={loadId}>
                Load {loadNumber}
              </RecordLink>
              {`: no ${lacking.join(', no ')}`}
            </li>
          ))}
          {shown.map(({ message }) => (
            <li key={message} className="wrap-anywhere">
              {message}
            </li>
          ))}
        </ul>
      )}
      <ol aria-label="Documents" className="grid">
        {papers.map((paper) => (
          <PaperRow key={paper.documentId ?? 'invoice'} paper={paper} title={packet.title} />
        ))}
      </ol>
    </div>
  )
}

function PaperRow({ paper, title }: { paper: PacketPaper; title: string }) {
  const { kind, type, pages, loadId, loadNumber } = paper
  const Icon = type === 'application/pdf' ? FileText : Image
  return (
    <li className="flex items-center gap-2 border-t border-line py-1.5 first:border-t-0">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 grow wrap-anywhere">
        {kind === 'invoice' ? title : labelKind(kind)}
        {loadId !== null && (
          <>
            {' · '}
            <RecordLink to="loads" id={loadId}>
              Load {loadNumber}
            </RecordLink>
          </>
        )}
      </span>
      {pages !== null && (
        <span className="shrink-0 text-muted tabular-nums">{pluralize(pages, 'page')}</span>
      )}
    </li>
  )
}

const UndoDialog = onDemand(async () => (await import('./sent-dialogs.tsx')).UndoDialog)

/** When and how the invoice was sent, newest first. Shows nothing before the first sending. */
function SendingsList({ invoiceId }: { invoiceId: number }) {
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
