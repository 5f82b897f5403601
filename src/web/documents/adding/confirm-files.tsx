import { FileText } from 'lucide-react'
import {
  type Dispatch,
  type SetStateAction,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { documentMessages, LARGEST_FILE } from '#core/documents/documents.ts'
import { guessKind } from '#core/documents/guess-kind.ts'
import type { DocumentKind } from '#core/documents/kinds.ts'
import { pluralize } from '#core/pluralize.ts'
import { useAction } from '#web/api/use-action.ts'
import { readAdded } from '#web/confirmations/stored/read-added.ts'
import { isPdf, isPicture } from '#web/documents/file-type.ts'
import { PhotoPages } from '#web/documents/photos/photo-pages.tsx'
import { type Photo, photoMessages } from '#web/documents/photos/read-photo.ts'
import { toPdf, usePhotos } from '#web/documents/photos/use-photos.ts'
import { refetchDocuments } from '#web/documents/queries.ts'
import { newOutgoing, type Outgoing, sendFile } from '#web/documents/upload.ts'
import { readFirstWords } from '#web/documents/viewer/open-pdf.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KindSelect } from './kind-select.tsx'

export type ConfirmFilesProps = {
  files: File[]
  loadId: number | null
  /** The type of a document whose type can't be guessed. */
  expected?: DocumentKind
  onClose: () => void
}

/** Shows what each file seems to be. Enter sends them all (SPEC C116). */
export function ConfirmFiles(props: ConfirmFilesProps) {
  const { files, loadId, expected = 'other', onClose } = props
  const { drafts, change, pictures, photoKind, setPhotoKind, isSorting } = useSorted(
    files,
    expected,
  )
  const { photos, isReading } = pictures
  const photoUpload = { photos, kind: photoKind, onSent: () => pictures.change([]) }
  const sending = useSendAll({ loadId, drafts, change, photoUpload, onDone: onClose })
  const count = drafts.filter(({ isRefused }) => !isRefused).length + (photos.length ? 1 : 0)
  const isBusy = isSorting || isReading || sending.busy
  const submit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Most guesses are right: Enter sends them.
    if (!isBusy) submit.current?.focus()
  }, [isBusy])
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Add Documents" wide>
      <form
        className="grid gap-4"
        onKeyDown={saveByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && count) sending.run()
        }}
      >
        {drafts.map((draft) => (
          <DroppedRow
            key={draft.key}
            draft={draft}
            onKind={(next) =>
              change((all) =>
                all.map((one) => (one.key === draft.key ? { ...one, kind: next } : one)),
              )
            }
          />
        ))}
        {photos.length > 0 && (
          <fieldset className="grid gap-3">
            <legend className="mb-1 text-sm font-medium">
              One document of {pluralize(photos.length, 'photo')}
            </legend>
            <KindSelect
              label="Type of the photographed document"
              value={photoKind}
              onChange={setPhotoKind}
            />
            <PhotoPages photos={photos} onChange={pictures.change} />
          </fieldset>
        )}
        {(isSorting || isReading) && <Skeleton className="h-16" />}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            ref={submit}
            type="submit"
            aria-disabled={isBusy}
            disabled={!isBusy && count === 0}
          >
            {sending.busy ? 'Uploading...' : `Upload ${pluralize(count, 'Document')}`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function DroppedRow({
  draft,
  onKind,
}: {
  draft: DroppedFile
  onKind: (kind: DocumentKind) => void
}) {
  const { name, error, isRefused, kind } = draft
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <div className="flex min-w-0 gap-2 text-sm">
        <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          {error && (
            <p role="alert" className="text-danger-ink">
              {error}
            </p>
          )}
        </div>
      </div>
      {!isRefused && <KindSelect label={`Type of ${name}`} value={kind} onChange={onKind} />}
    </div>
  )
}

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
function useSendAll({ loadId, drafts, change, photoUpload, onDone }: SendAll) {
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

/** The files that were dropped: PDFs with guesses of their types, and the pictures as pages of one document. */
function useSorted(files: File[], expected: DocumentKind) {
  const [drafts, change] = useState<DroppedFile[]>([])
  const [isSorting, setSorting] = useState(true)
  const [photoKind, setPhotoKind] = useState(expected)
  const pictures = usePhotos()

  const show = useEffectEvent(async ({ pdfs, refused, pictures: found }: SortedFiles) => {
    change([...pdfs, ...refused])
    const kind = guessKind(found.map(({ name }) => name).join(' '))
    setPhotoKind(kind === 'other' ? expected : kind)
    setSorting(false)
    const failed = await pictures.add(found)
    const unread = failed.map((file) => refuse(file, photoMessages.unreadable))
    if (unread.length) change((all) => [...all, ...unread])
  })

  useEffect(() => {
    let stale = false
    void sortDropped(files, expected).then((sorted) => (stale ? undefined : show(sorted)))
    return () => {
      stale = true
    }
  }, [files, expected])

  return { drafts, change, pictures, photoKind, setPhotoKind, isSorting }
}

// What the user dropped or chose, before it is confirmed (SPEC C116).

/** A file with its guessed type. `isRefused`: it can't be sent, and `error` says why. After any other error, a retry can succeed. */
type DroppedFile = Outgoing & { error?: string; isRefused?: true }

type SortedFiles = { pdfs: DroppedFile[]; pictures: File[]; refused: DroppedFile[] }

/** Each PDF becomes a document. The pictures become the pages of one document. */
async function sortDropped(files: File[], expected: DocumentKind): Promise<SortedFiles> {
  const sorted: SortedFiles = { pdfs: [], pictures: [], refused: [] }
  for (const file of files) {
    if (!file.size) sorted.refused.push(refuse(file, documentMessages.empty))
    else if (await isPdf(file)) sorted.pdfs.push(await toDraft(file, expected))
    else if (await isPicture(file)) sorted.pictures.push(file)
    else sorted.refused.push(refuse(file, documentMessages.type))
  }
  return sorted
}

function refuse(file: File, error: string): DroppedFile {
  return { ...newOutgoing(file, file.name, 'other'), error, isRefused: true }
}

async function toDraft(file: File, expected: DocumentKind): Promise<DroppedFile> {
  if (file.size > LARGEST_FILE) return refuse(file, documentMessages.tooLarge)
  const byName = guessKind(file.name)
  const kind = byName === 'other' ? guessKind(file.name, await readFirstWords(file)) : byName
  return newOutgoing(file, file.name, kind === 'other' ? expected : kind)
}
