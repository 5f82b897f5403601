import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeptReading } from '#core/confirmations/kept-reading.ts'
import type { DocumentChange, DocumentFacts } from '#core/documents/documents.ts'
import { SHOWS_REVENUE } from '#core/documents/kinds.ts'
import { request } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { refetchDocuments } from '#web/documents/queries.ts'
import { newOutgoing, sendFile, type Target } from '#web/documents/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type StorePaperProps = {
  /** The saved load. */
  load: { id: number; name: string }
  file: File
  /** The file is already a document, in the inbox. */
  stored: DocumentFacts | undefined
  reading: KeptReading
  /** It replaces the load's earlier confirmation. */
  isRevision?: boolean
  onClose: () => void
}

/**
 * Stores the PDF as the saved load's rate confirmation. A document of the inbox moves to the load (SPEC C481). After a
 * failure, the user can try again (SPEC C126).
 */
export function StorePaper(props: StorePaperProps) {
  const { load, file, stored, reading, isRevision = false, onClose } = props
  // Every attempt uses the same key, so the file is stored once.
  const [outgoing] = useState(() => newOutgoing(file, file.name, 'rate-confirmation'))
  // A retry continues where the last attempt stopped. From the start, it would mistake the stored file for the earlier confirmation.
  const reached = useRef<{ target?: Target; documentId?: number }>({})
  const storing = useAction({
    send: async () => {
      const target = reached.current.target ?? (await findTarget(load.id, isRevision))
      reached.current = { ...reached.current, target }
      const moves = stored !== undefined && !('replaces' in target)
      const store = () => (moves ? moveStored(stored, load.id) : sendFile(outgoing, target))
      const documentId = reached.current.documentId ?? (await store()).id
      reached.current = { target, documentId }
      await request('PUT', `/api/documents/${documentId}/reading`, { body: reading })
      // A copy replaced the earlier confirmation.
      if (stored && !moves) await request('DELETE', `/api/documents/${stored.id}`)
    },
    onDone: onClose,
    refetch: refetchDocuments,
  })
  const start = useEffectEvent(() => storing.run())
  useEffect(() => start(), [])
  const problem = storing.error?.message

  return (
    <Dialog
      open
      title={`Load ${load.name} Is Saved`}
      onOpenChange={(open) => !open && problem !== undefined && onClose()}
    >
      {problem === undefined ? (
        <p role="status" className="text-sm text-muted">
          Storing its rate confirmation…
        </p>
      ) : (
        <>
          <p role="alert" className="text-sm font-medium text-danger-ink">
            The rate confirmation wasn’t saved: {problem}
          </p>
          <div className="flex justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Close Without It
            </Button>
            <Button onClick={() => storing.run()}>Try Again</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** Keeps who uploaded the document, and when. */
async function moveStored({ id }: DocumentFacts, loadId: number): Promise<DocumentFacts> {
  const { version } = await request<DocumentFacts>('GET', `/api/documents/${id}`)
  const body: DocumentChange = { loadId, kind: SHOWS_REVENUE }
  const headers = { 'If-Match': `"${version}"` }
  return request('PUT', `/api/documents/${id}`, { body, headers })
}

/** A revision replaces the newest confirmation of the load. */
async function findTarget(loadId: number, isRevision: boolean): Promise<Target> {
  if (!isRevision) return { loadId }
  const documents = await request<DocumentFacts[]>('GET', `/api/loads/${loadId}/documents`)
  const earlier = documents.findLast(
    ({ kind, replacedById }) => kind === SHOWS_REVENUE && replacedById === null,
  )
  return earlier ? { loadId, replaces: earlier.id } : { loadId }
}
