import { FileText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DocumentKind } from '#core/documents/kinds.ts'
import { pluralize } from '#core/pluralize.ts'
import { PhotoPages } from '#web/documents/photos/photo-pages.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { saveByKeys } from '#web/ui/shortcuts.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KindSelect } from './kind-select.tsx'
import type { DroppedFile } from './sort-dropped.ts'
import { useSendAll } from './use-send-all.ts'
import { useSorted } from './use-sorted.ts'

export type ConfirmFilesProps = { files: File[]; loadId: number | null; onClose: () => void }

/** Shows what each file seems to be. Enter sends them all (SPEC C116). */
export function ConfirmFiles({ files, loadId, onClose }: ConfirmFilesProps) {
  const { drafts, change, pictures, photoKind, setPhotoKind, isSorting } = useSorted(files)
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
