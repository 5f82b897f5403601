import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { documentMessages, type DocumentFacts } from '#core/documents/documents.ts'
import { ACCEPTED } from '#web/documents/adding/accepted.ts'
import { keptDocumentsQuery, refetchDocuments, useDeleteDocument } from '#web/documents/queries.ts'
import { newOutgoing, sendFile } from '#web/documents/upload.ts'
import { photoToPdf } from '#web/documents/photos/use-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
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
  const { data, error, refetch } = useQuery(keptDocumentsQuery(path))
  return (
    <div className="grid justify-items-start gap-2">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-8 w-full" />}
      {data?.length === 0 && empty !== undefined && <p className="text-sm text-muted">{empty}</p>}
      {data && data.length > 0 && (
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
      {mayChange && <AddButton path={path} label={add} />}
    </div>
  )
}

function AddButton({ path, label }: { path: string; label: string }) {
  const input = useRef<HTMLInputElement>(null)
  const sending = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await photoToPdf(chosen)
      return sendFile(newOutgoing(file, chosen.name, 'other'), { path: `/api/${path}` })
    },
    onSuccess: async ({ name }) => {
      toast(`${name} added`)
      await refetchDocuments()
    },
    onError: (error) => toastFailure(documentMessages.uploadFailed, error.message),
  })
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={sending.isPending}
        onClick={() => sending.isPending || input.current?.click()}
      >
        <Upload aria-hidden className="size-4" />
        {sending.isPending ? 'Uploading…' : label}
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
          if (file) sending.mutate(file)
        }}
      />
    </>
  )
}

function DeleteButton({ document }: { document: DocumentFacts }) {
  // The server asks nothing: the document approves no charge, and the toast offers to undo the deletion.
  const deletion = useDeleteDocument(document, () => false)
  return (
    <IconButton label={`Delete ${document.name}`} onClick={() => deletion.mutate({})}>
      <Trash2 aria-hidden className="size-4" />
    </IconButton>
  )
}
