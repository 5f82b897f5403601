import { useEffect, useEffectEvent, useState } from 'react'
import { guessKind } from '#core/documents/guess-kind.ts'
import type { DocumentKind } from '#core/documents/kinds.ts'
import { photoMessages } from '#web/documents/photos/read-photo.ts'
import { usePhotos } from '#web/documents/photos/use-photos.ts'
import { refuse, sortDropped, type DroppedFile, type SortedFiles } from './sort-dropped.ts'

/** The files that were dropped: PDFs with guesses of their types, and the pictures as pages of one document. */
export function useSorted(files: File[]) {
  const [drafts, change] = useState<DroppedFile[]>([])
  const [isSorting, setSorting] = useState(true)
  const [photoKind, setPhotoKind] = useState<DocumentKind>('other')
  const pictures = usePhotos()

  const show = useEffectEvent(async ({ pdfs, refused, pictures: found }: SortedFiles) => {
    change([...pdfs, ...refused])
    setPhotoKind(guessKind(found.map(({ name }) => name).join(' ')))
    setSorting(false)
    const failed = await pictures.add(found)
    const unread = failed.map((file) => refuse(file, photoMessages.unreadable))
    if (unread.length) change((all) => [...all, ...unread])
  })

  useEffect(() => {
    let stale = false
    void sortDropped(files).then((sorted) => (stale ? undefined : show(sorted)))
    return () => {
      stale = true
    }
  }, [files])

  return { drafts, change, pictures, photoKind, setPhotoKind, isSorting }
}
