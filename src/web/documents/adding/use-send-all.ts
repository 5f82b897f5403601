import type { Dispatch, SetStateAction } from 'react'
import { documentMessages } from '#core/documents/documents.ts'
import type { DocumentKind } from '#core/documents/kinds.ts'
import { pluralize } from '#core/pluralize.ts'
import { useAction } from '#web/api/use-action.ts'
import { readAdded } from '#web/confirmations/stored/read-added.ts'
import type { Photo } from '#web/documents/photos/read-photo.ts'
import { toPdf } from '#web/documents/photos/use-photos.ts'
import { refetchDocuments } from '#web/documents/queries.ts'
import { newOutgoing, sendFile } from '#web/documents/upload.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import type { DroppedFile } from './sort-dropped.ts'

type PhotoUpload = { photos: Photo[]; kind: DocumentKind; onSent: () => void }

type SendAll = {
  loadId: number | null
  drafts: DroppedFile[]
  change: Dispatch<SetStateAction<DroppedFile[]>>
  photoUpload: PhotoUpload
  /** Called when everything was sent. */
  onDone: () => void
}

/** Sends the files one after the other. Sent files leave the list; failed ones stay, each with its reason. */
export function useSendAll({ loadId, drafts, change, photoUpload, onDone }: SendAll) {
  return useAction({
    send: async () => {
      let sent = 0
      const failures: string[] = []
      for (const draft of drafts.filter(({ isRefused }) => !isRefused)) {
        const failure = await trySending(async () =>
          readAdded(await sendFile(draft, { loadId }), draft.file),
        )
        if (failure === null) {
          sent++
          change((all) => all.filter(({ key }) => key !== draft.key))
          continue
        }
        failures.push(failure)
        change((all) =>
          all.map((one) => (one.key === draft.key ? { ...one, error: failure } : one)),
        )
      }
      const failure = await sendPhotos(photoUpload, loadId)
      if (failure === null) sent++
      if (typeof failure === 'string') failures.push(failure)
      return { sent, failures }
    },
    onDone: async ({ sent, failures: [failure] }) => {
      if (sent) await refetchDocuments()
      if (failure !== undefined) return toastFailure(documentMessages.uploadFailed, failure)
      toast(`${pluralize(sent, 'document')} added`)
      if (!drafts.some(({ isRefused }) => isRefused)) onDone()
    },
    refetch: 'nothing',
  })
}

/** Returns the reason for a failure, null after a success, and undefined without photos. */
async function sendPhotos({ photos, kind, onSent }: PhotoUpload, loadId: number | null) {
  if (!photos.length) return undefined
  const failure = await trySending(async () => {
    const file = await toPdf(photos)
    readAdded(await sendFile(newOutgoing(file, 'photos.pdf', kind), { loadId }), file)
  })
  if (failure === null) onSent()
  return failure
}

/** The reason for a failure; null if the file was sent. */
async function trySending(send: () => Promise<unknown>): Promise<string | null> {
  try {
    await send()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : documentMessages.uploadFailed
  }
}
