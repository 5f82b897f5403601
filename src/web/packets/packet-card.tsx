import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Packet } from '#core/packets/packets.ts'
import { OpenFileLink } from '#web/api/file-links.tsx'
import { OnlyFor } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { PacketPapers } from './packet-papers.tsx'
import { describeSize } from './packet-text.ts'
import { packetQuery } from './queries.ts'
import { SendingsList } from './sendings-list.tsx'

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
  return `${papers.length} ${papers.length === 1 ? 'paper' : 'papers'}`
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
