import { useRef, useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { documentMessages, type DocumentFacts } from '#core/documents/documents.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import { readAdded, readNow } from '#web/confirmations/stored/read-added.ts'
import { ACCEPTED } from '#web/documents/adding/accepted.ts'
import {
  refetchDocuments,
  useChangeDocument,
  useDeleteDocument,
  type Ask,
} from '#web/documents/queries.ts'
import { newOutgoing, sendFile, type Outgoing } from '#web/documents/upload.ts'
import { MenuItem } from '#web/ui/overlays/menu-item.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { EditDocument } from './edit-document.tsx'
import { useQuestion } from './use-question.tsx'

type DocumentMenuProps = { document: DocumentFacts; children: ReactNode }

/** The menu of actions for a document. */
export function DocumentMenu({ document, children }: DocumentMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const change = useChangeDocument(document)
  const deleted = useQuestion('Delete')
  const replaced = useQuestion('Replace')
  const deletion = useDeleteDocument(document, deleted.ask)
  const replacing = useReplace(document, replaced.ask)
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
            <MenuItem onClick={() => reading.mutate()}>Read</MenuItem>
          )}
          {document.verdict !== 'readable' && (
            <MenuItem onClick={() => change.mutate({ verdict: 'readable' })}>
              Mark as Readable
            </MenuItem>
          )}
          {document.replacedById === null && (
            <MenuItem onClick={() => input.current?.click()}>Replace</MenuItem>
          )}
          <MenuItem onClick={() => deletion.mutate({})}>Delete</MenuItem>
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
          if (file) replacing.mutate({ outgoing: newOutgoing(file, file.name, document.kind) })
        }}
      />
      {deleted.question}
      {replaced.question}
      {isEditing && <EditDocument document={document} onClose={() => setEditing(false)} />}
    </>
  )
}

type Replacement = { outgoing: Outgoing; confirmed?: string }

function useReplace({ id, loadId }: DocumentFacts, ask: Ask) {
  const replacing = useMutation({
    mutationFn: async ({ outgoing, confirmed }: Replacement) => {
      const better = await sendFile(outgoing, { loadId, replaces: id, confirmed })
      readAdded(better, outgoing.file)
      return better
    },
    onSuccess: async ({ name }) => {
      toast(`${name} added`)
      await refetchDocuments()
    },
    onError: (error, sent) => {
      if (ask(error, (confirmed) => replacing.mutate({ ...sent, confirmed }))) return
      toastFailure(documentMessages.uploadFailed, error.message)
    },
  })
  return replacing
}

/** Reads a rate confirmation, even a scan. The load's page then shows its total. */
function useRead(document: DocumentFacts) {
  return useMutation({
    mutationFn: () => readNow(document, { ocr: true }),
    onSuccess: () => toast(`${document.name} was read`),
    onError: (error) => toastFailure(`Couldn't read ${document.name}`, error.message),
  })
}
