import { FileText, Image } from 'lucide-react'
import { labelKind } from '#core/documents/kinds.ts'
import { packetMessages, type Packet, type PacketPaper } from '#core/packets/packets.ts'
import { pluralize } from '#core/pluralize.ts'
import { RecordLink } from '#web/records/page/record-link.tsx'

/** The papers in their order, and what the packet still lacks. */
export function PacketPapers({ packet, isDraft }: { packet: Packet; isDraft: boolean }) {
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
      <ol aria-label="Papers" className="grid">
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
