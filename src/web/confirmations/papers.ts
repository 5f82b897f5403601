import type { DocumentFacts } from '#core/documents/documents.ts'
import { isPdf, isPicture } from '#web/documents/file-type.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** A paper that a load is read from: a file, or a document of the inbox. Without both, the person chooses a file or pastes a text. */
export type Paper = { file?: File; stored?: DocumentFacts }

/** Says which of several files can't be read. A single one is opened anyway, and the form says what is wrong with it. */
export async function selectReadable(files: File[]): Promise<File[]> {
  if (files.length < 2) return files
  const isReadable = await Promise.all(
    files.map(async (file) => (await isPdf(file)) || isPicture(file)),
  )
  const others = files.filter((_, at) => !isReadable[at])
  if (others.length)
    toastFailure('Only PDFs and photos can be read here', others.map(({ name }) => name).join(', '))
  return files.filter((_, at) => isReadable[at])
}
