import { useQuery } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { documentMessages, type DocumentFacts } from '#core/documents/documents.ts'
import { useAction } from '#web/api/use-action.ts'
import { ACCEPTED } from '#web/documents/adding/accepted.ts'
import { keptDocumentsQuery, refetchDocuments, useDeleteDocument } from '#web/documents/queries.ts'
import { newOutgoing, sendFile } from '#web/documents/upload.ts'
import { photoToPdf } from '#web/documents/photos/use-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Query } from '#web/ui/query.tsx'
import { ApprovalQuestion } from './approval-question.tsx'
import { DocumentRow } from './document-row.tsx'

type KeptDocumentsProps = {
  /** "factors/7/documents". */
  path: string
  /** "Add Release Letter". */
  add: string
  mayChange: boolean
  /** Shown if there are none. */
  empty?: string
}

/** The documents that belong to a record other than a load (SPEC C290, C291). */
export function KeptDocuments({ path, add, mayChange, empty }: KeptDocumentsProps) {
  const query = useQuery(keptDocumentsQuery(path))
  return (
    <div className="grid justify-items-start gap-2">
      <Query
        of={query}
        skeleton="h-8 w-full"
        empty={empty !== undefined && <p className="text-sm text-muted">{empty}</p>}
      >
        {(data) => (
          <ul className="grid w-full">
            {data.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                actions={mayChange && <DeleteButton document={document} />}
              />
            ))}
          </ul>
        )}
      </Query>
      {mayChange && <AddButton path={path} label={add} />}
    </div>
  )
}

function AddButton({ path, label }: { path: string; label: string }) {
  const input = useRef<HTMLInputElement>(null)
  const sending = useAction({
    send: async (chosen: File) => {
      const file = await photoToPdf(chosen)
      return sendFile(newOutgoing(file, chosen.name, 'other'), { path: `/api/${path}` })
    },
    done: ({ name }) => `${name} added`,
    failed: documentMessages.uploadFailed,
    refetch: refetchDocuments,
  })
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={sending.busy}
        onClick={() => sending.busy || input.current?.click()}
      >
        <Upload aria-hidden className="size-4" />
        {sending.busy ? 'Uploading…' : label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Cleared, so that the same file can be chosen again.
          target.value = ''
          if (file) sending.run(file)
        }}
      />
    </>
  )
}

function DeleteButton({ document }: { document: DocumentFacts }) {
  const deletion = useDeleteDocument(document)
  return (
    <>
      <IconButton label={`Delete ${document.name}`} onClick={() => deletion.run()}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
      <ApprovalQuestion request={deletion} label="Delete" />
    </>
  )
}
