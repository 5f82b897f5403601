import { useRef, useState, type ReactNode } from 'react'
import { documentMessages, type DocumentFacts } from '#core/documents/documents.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import { useAction } from '#web/api/use-action.ts'
import { readAdded, readNow } from '#web/confirmations/stored/read-added.ts'
import { ACCEPTED } from '#web/documents/adding/accepted.ts'
import { refetchDocuments, useChangeDocument, useDeleteDocument } from '#web/documents/queries.ts'
import { newOutgoing, sendFile, type Outgoing } from '#web/documents/upload.ts'
import { MenuItem } from '#web/ui/overlays/menu-item.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { ApprovalQuestion } from './approval-question.tsx'
import { EditDocument } from './edit-document.tsx'

type DocumentMenuProps = { document: DocumentFacts; children: ReactNode }

/** The menu of actions for a document. */
export function DocumentMenu({ document, children }: DocumentMenuProps) {
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
