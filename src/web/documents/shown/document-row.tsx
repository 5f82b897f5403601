import { Download, FileText, Image, MoreHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { documentMessages, VERDICTS, type DocumentFacts } from '#core/documents/documents.ts'
import { formatMegabytes } from '#core/storage/storage.ts'
import { fileAddress, requestBytes } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { documentPath } from '#web/documents/document-path.ts'
import type { ViewerProps } from '#web/documents/viewer/viewer.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { DocumentMenu } from './document-menu.tsx'

const Viewer = onDemand<ViewerProps>(
  async () => (await import('#web/documents/viewer/viewer.tsx')).Viewer,
)

type DocumentRowProps = {
  document: DocumentFacts
  /** Shown instead of the menu. */
  actions?: ReactNode
}

/** A document of a list: a click opens it. */
export function DocumentRow({ document, actions }: DocumentRowProps) {
  const [isOpen, setOpen] = useState(false)
  const mayChange = useMay('loads')
  const { name, type, replacedById, mayOpen, verdict } = document
  const Icon = type === 'application/pdf' ? FileText : Image
  return (
    <li className="flex items-start gap-2 border-t border-line py-2 first:border-t-0 first:pt-0">
      <Icon aria-hidden className="mt-2 size-4 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2">
          {mayOpen ? (
            <button
              type="button"
              className="hit-area min-h-8 text-left text-sm font-medium wrap-anywhere hover:underline"
              onClick={() => setOpen(true)}
            >
              {name}
            </button>
          ) : (
            <span className="min-h-8 py-1.5 text-sm font-medium wrap-anywhere">{name}</span>
          )}
          {verdict !== 'unseen' && (
            <Badge tone={verdict === 'readable' ? 'good' : 'bad'}>
              {VERDICTS.find(({ value }) => value === verdict)?.label}
            </Badge>
          )}
          {replacedById !== null && <Badge tone="neutral">Replaced</Badge>}
        </div>
        <p className="text-xs text-muted wrap-anywhere">{describe(document)}</p>
        {document.verdictReason && (
          <p className="text-xs wrap-anywhere">Sent back: {document.verdictReason}</p>
        )}
        {!mayOpen && <p className="text-xs text-muted">{documentMessages.revenue}.</p>}
      </div>
      {mayOpen && (
        <a
          download
          href={fileAddress(documentPath(document, true))}
          aria-label={`Download ${name}`}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-md hover:bg-hover pointer-coarse:size-11"
        >
          <Download aria-hidden className="size-4" />
        </a>
      )}
      {actions}
      {actions === undefined && mayChange && (
        <DocumentMenu document={document}>
          <IconButton label={`More actions for ${name}`}>
            <MoreHorizontal aria-hidden className="size-4" />
          </IconButton>
        </DocumentMenu>
      )}
      {isOpen && (
        <Viewer
          {...{ name, type }}
          read={() => requestBytes(documentPath(document))}
          download={documentPath(document, true)}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}

/** "scan0001.pdf · 1.2 MB · Pat Doe, 11/20/2026, 3:04 PM". */
function describe({ originalName, bytes, uploader, uploadedAt }: DocumentFacts): string {
  const when = new Date(uploadedAt).toLocaleString('en-US', {
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return [originalName, formatMegabytes(bytes), `${uploader ?? 'Upload link'}, ${when}`].join(' · ')
}
