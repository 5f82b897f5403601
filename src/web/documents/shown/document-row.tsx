import { Download, FileText, Image, MoreHorizontal } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type DocumentFacts, documentMessages, VERDICTS } from '#core/documents/documents.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import { formatMegabytes } from '#core/storage/storage.ts'
import { fileAddress, requestBytes } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { readAdded, readNow } from '#web/confirmations/stored/read-added.ts'
import { ACCEPTED } from '#web/documents/adding/accepted.ts'
import { documentPath } from '#web/documents/document-path.ts'
import { refetchDocuments, useChangeDocument, useDeleteDocument } from '#web/documents/queries.ts'
import { newOutgoing, type Outgoing, sendFile } from '#web/documents/upload.ts'
import type { ViewerProps } from '#web/documents/viewer/viewer.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { MenuItem } from '#web/ui/overlays/menu-item.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { ApprovalQuestion } from './approval-question.tsx'
import { EditDocument } from './edit-document.tsx'

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

type DocumentMenuProps = { document: DocumentFacts; children: ReactNode }

/** The menu of actions for a document. */
function DocumentMenu({ document, children }: DocumentMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const change = useChangeDocument(document)
  const deletion = useDeleteDocument(document)
  const replacing = useReplace(document)
  const reading = useRead(document)
  return (
    <>
      <Popover
        label={`Actions for ${document.name}`}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={children}
      >
        <div className="grid" onClick={() => setOpen(false)}>
          <MenuItem onClick={() => setEditing(true)}>Edit</MenuItem>
          {document.kind === SHOWS_REVENUE && document.mayOpen && (
            <MenuItem onClick={() => reading.run()}>Read</MenuItem>
          )}
          {document.verdict !== 'readable' && (
            <MenuItem onClick={() => change.run({ verdict: 'readable' })}>
              Mark as Readable
            </MenuItem>
          )}
          {document.replacedById === null && (
            <MenuItem onClick={() => input.current?.click()}>Replace</MenuItem>
          )}
          <MenuItem onClick={() => deletion.run()}>Delete</MenuItem>
        </div>
      </Popover>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={`A better copy of ${document.name}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) replacing.run(newOutgoing(file, file.name, document.kind))
        }}
      />
      <ApprovalQuestion request={deletion} label="Delete" />
      <ApprovalQuestion request={replacing} label="Replace" />
      {isEditing && <EditDocument document={document} onClose={() => setEditing(false)} />}
    </>
  )
}

function useReplace({ id, loadId }: DocumentFacts) {
  return useAction({
    send: async (outgoing: Outgoing, { confirmed: [confirmed] }) => {
      const better = await sendFile(outgoing, { loadId, replaces: id, confirmed })
      readAdded(better, outgoing.file)
      return better
    },
    done: ({ name }) => `${name} added`,
    failed: documentMessages.uploadFailed,
    asks: 'everything',
    refetch: refetchDocuments,
  })
}

/** Reads a rate confirmation, even a scan. The load's page then shows its total. */
function useRead(document: DocumentFacts) {
  return useAction({
    send: () => readNow(document, { ocr: true }),
    done: `${document.name} was read`,
    failed: `Couldn't read ${document.name}`,
    refetch: 'nothing',
  })
}
