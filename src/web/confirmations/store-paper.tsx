import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { KeptReading } from '#core/confirmations/kept-reading.ts'
import { SHOWS_REVENUE, type DocumentFacts } from '#core/documents/documents.ts'
import { request } from '#web/api/client.ts'
import { refetchDocuments } from '#web/documents/queries.ts'
import { newOutgoing, sendFile } from '#web/documents/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type StorePaperProps = {
  /** The saved load. */
  load: { id: number; name: string }
  file: File
  reading: KeptReading
  /** It replaces the load's earlier confirmation. */
  isRevision?: boolean
  onClose: () => void
}

/** Stores the PDF as the saved load's rate confirmation. A failure keeps the file here until it worked (SPEC C126). */
export function StorePaper({ load, file, reading, isRevision = false, onClose }: StorePaperProps) {
  // The same key in every attempt: the file is stored once.
  const [outgoing] = useState(() => newOutgoing(file, file.name, 'rate-confirmation'))
  const storing = useMutation({
    mutationFn: async () => {
      const replaces = isRevision ? await findEarlier(load.id) : undefined
      const target = { loadId: load.id, ...(replaces === undefined ? {} : { replaces }) }
      const { id } = await sendFile(outgoing, target)
      await request('PUT', `/api/documents/${id}/reading`, { body: reading })
    },
    onSuccess: async () => {
      onClose()
      await refetchDocuments()
    },
  })
  const start = useEffectEvent(() => storing.mutate())
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
            Its rate confirmation is not stored: {problem}
          </p>
          <div className="flex justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Close Without It
            </Button>
            <Button onClick={() => storing.mutate()}>Try Again</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

/** The newest confirmation of the load. */
async function findEarlier(loadId: number): Promise<number | undefined> {
  const documents = await request<DocumentFacts[]>('GET', `/api/loads/${loadId}/documents`)
  return documents.findLast(
    ({ kind, replacedById }) => kind === SHOWS_REVENUE && replacedById === null,
  )?.id
}
