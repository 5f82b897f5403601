/** What the user dropped or chose, before it is confirmed (SPEC C116). */
import { guessKind } from '#core/documents/guess-kind.ts'
import { documentMessages, LARGEST_FILE } from '#core/documents/documents.ts'
import { isPdf, isPicture } from '#web/documents/file-type.ts'
import { newOutgoing, type Outgoing } from '#web/documents/upload.ts'
import { readFirstWords } from '#web/documents/viewer/open-pdf.ts'

/** A file with its guessed type. `isRefused`: it can't be sent, and `error` says why. After any other error, a retry can succeed. */
export type DroppedFile = Outgoing & { error?: string; isRefused?: true }

export type SortedFiles = { pdfs: DroppedFile[]; pictures: File[]; refused: DroppedFile[] }

/** Each PDF becomes a document. The pictures become the pages of one document. */
export async function sortDropped(files: File[]): Promise<SortedFiles> {
  const sorted: SortedFiles = { pdfs: [], pictures: [], refused: [] }
  for (const file of files) {
    if (!file.size) sorted.refused.push(refuse(file, documentMessages.empty))
    else if (await isPdf(file)) sorted.pdfs.push(await toDraft(file))
    else if (await isPicture(file)) sorted.pictures.push(file)
    else sorted.refused.push(refuse(file, documentMessages.type))
  }
  return sorted
}

export function refuse(file: File, error: string): DroppedFile {
  return { ...newOutgoing(file, file.name, 'other'), error, isRefused: true }
}

async function toDraft(file: File): Promise<DroppedFile> {
  if (file.size > LARGEST_FILE) return refuse(file, documentMessages.tooLarge)
  const byName = guessKind(file.name)
  const kind = byName === 'other' ? guessKind(file.name, await readFirstWords(file)) : byName
  return newOutgoing(file, file.name, kind)
}
