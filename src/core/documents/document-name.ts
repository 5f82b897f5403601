/** Names of documents: "BOL 20512345 (3 p).pdf". */
import type { FileType } from './documents.ts'
import { labelKept, NOT_KEPT, type KeptPlace } from './kept.ts'
import { labelKind, type DocumentKind } from './kinds.ts'

const ENDINGS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** `loadNumber`: the broker's number if there is one. A document without a load has its original name instead. */
export function nameDocument(
  document: {
    kind: DocumentKind
    type: FileType
    pages: number
    loadNumber: string | null
    originalName: string
  } & Partial<KeptPlace>,
): string {
  const { kind, type, pages, loadNumber, originalName } = document
  const number = loadNumber ?? withoutEnding(originalName)
  const label = labelKept({ ...NOT_KEPT, ...document }) ?? labelKind(kind)
  const name = `${label} ${number} (${pages} p)`
  return `${toFileName(name)}.${ENDINGS[type]}`
}

/** Replaces the characters that a file system rejects: "L/7: A" → "L-7- A". */
export function toFileName(name: string): string {
  return name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '-').trim()
}

function withoutEnding(name: string): string {
  return name.replace(/\.\w{1,5}$/, '')
}
