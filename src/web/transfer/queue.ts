/** Several files of one import dialog: which list each is for, and their order (SPEC C60). */
import { countKnownTitles, guessList } from '#core/transfer/guess-list.ts'
import { findTitles, SEARCHED_ROWS } from '#core/transfer/heading.ts'
import type { ImportListName } from '#core/transfer/import-list.ts'
import { IMPORT_ORDER } from '#core/transfer/lists.ts'

export type ChosenFile = {
  name: string
  content: Blob
  /** The idempotency key. It stays the same after a lost response, so that the file is not imported twice (SPEC B52). */
  key: string
  /** The operation of all files that were chosen together (SPEC C44). */
  operation: string
}

/** `done`: what its import did, once it is finished. */
export type QueuedFile = ChosenFile & { entity: ImportListName; done?: string }

/**
 * The files with the list that each is probably for, in the order of their import. `among`: the lists that the user may
 * import.
 */
export async function queueFiles(
  files: ChosenFile[],
  among: readonly ImportListName[] = IMPORT_ORDER,
): Promise<QueuedFile[]> {
  const guessed = await Promise.all(
    files.map(async (file) => {
      const start = file.content.slice(0, HEADING_BYTES)
      return { ...file, entity: guessList(readTitles(await start.text()), file.name, among) }
    }),
  )
  return sortFiles(guessed)
}

/** Sorts imported files first, and the others so that a record is imported before the records that link to it. */
export function sortFiles(files: QueuedFile[]): QueuedFile[] {
  const place = ({ done, entity }: QueuedFile) => (done ? -1 : IMPORT_ORDER.indexOf(entity))
  return files.toSorted((a, b) => place(a) - place(b))
}

const HEADING_BYTES = 16 * 1024
const TITLE = /"((?:[^"]|"")*)"|([^,;\t"\r\n]+)/g

/** Reads the column titles, only to guess the list. The server reads the file itself. */
export function readTitles(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n|\r/, SEARCHED_ROWS)
  const rows = lines
    .filter((line) => line.trim())
    .map((line) =>
      [...line.matchAll(TITLE)].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim()),
    )
  return [...(findTitles(rows, countKnown)?.titles ?? rows[0] ?? [])]
}

/** The number of titles that the list knows to which they fit best. */
export function countKnown(titles: readonly string[]): number {
  return Math.max(...IMPORT_ORDER.map((name) => countKnownTitles(name, titles)))
}
