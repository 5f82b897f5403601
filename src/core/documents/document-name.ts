/** Names of documents: "BOL 20512345 (3 p).pdf". */
import type { FileType } from './documents.ts'
import { labelKind, type DocumentKind } from './kinds.ts'

const ENDINGS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** `loadNumber`: the broker's number if there is one. In the inbox it is the original name. */
export function nameDocument(document: {
  kind: DocumentKind
  type: FileType
  pages: number
  loadNumber: string | null
  originalName: string
}): string {
  const { kind, type, pages, loadNumber, originalName } = document
  const number = loadNumber ?? withoutEnding(originalName)
  const name = `${labelKind(kind)} ${number} (${pages} p)`
  return `${toFileName(name)}.${ENDINGS[type]}`
}

/** Without characters that a file system refuses: "L/7: A" → "L-7- A". */
export function toFileName(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '-').trim()
}

function withoutEnding(name: string): string {
  return name.replace(/\.\w{1,5}$/, '')
}
