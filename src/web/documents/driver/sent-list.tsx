import { FileText, Image } from 'lucide-react'
import { useState } from 'react'
import type { SentDocument } from '#core/documents/upload-links.ts'
import { requestBytes } from '#web/api/client.ts'
import type { ViewerProps } from '#web/documents/viewer/viewer.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { DriverWords } from './words/english.ts'

const Viewer = onDemand<ViewerProps>(
  async () => (await import('#web/documents/viewer/viewer.tsx')).Viewer,
)

type SentListProps = {
  documents: readonly SentDocument[]
  words: DriverWords
  /** The address of a document's file. Without it, documents are listed but can't be opened. */
  fileOf?: (id: number) => string
}

/** Documents as a driver or a truck owner sees them. */
export function SentList({ documents, fileOf, ...shared }: SentListProps) {
  return (
    <ul className="grid divide-y divide-line text-sm">
      {documents.map((document) => (
        <SentItem key={document.id} {...{ document, ...shared }} file={fileOf?.(document.id)} />
      ))}
    </ul>
  )
}

type SentItemProps = Omit<SentListProps, 'documents' | 'fileOf'> & {
  document: SentDocument
  file: string | undefined
}

const TONES = { unseen: 'neutral', readable: 'good', 'sent-back': 'bad' } as const

function SentItem({ document, words, file }: SentItemProps) {
  const [isOpen, setOpen] = useState(false)
  const { kind, type, pages, verdict, verdictReason, uploadedAt } = document
  const name = words.kinds[kind]
  const Icon = type === 'application/pdf' ? FileText : Image
  const when = new Date(uploadedAt).toLocaleString('en-US', {
    ...({ dateStyle: 'short', timeStyle: 'short' } as const),
  })
  return (
    <li className="flex items-start gap-2 py-2">
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          {file ? (
            <button
              type="button"
              aria-label={words.open(name)}
              className="hit-area min-h-8 text-left font-medium wrap-anywhere underline underline-offset-2 pointer-coarse:min-h-11"
              onClick={() => setOpen(true)}
            >
              {name}
            </button>
          ) : (
            <span className="font-medium wrap-anywhere">{name}</span>
          )}
          <Badge tone={TONES[verdict]}>{words[verdict]}</Badge>
        </div>
        <p className="text-xs text-muted">{[words.pages(pages), when].join(' · ')}</p>
        {verdictReason && <p className="wrap-anywhere">{verdictReason}</p>}
      </div>
      {isOpen && file && (
        <Viewer
          {...{ name, type }}
          read={() => requestBytes(file)}
          download={file}
          onClose={() => setOpen(false)}
        />
      )}
    </li>
  )
}
