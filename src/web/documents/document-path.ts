import type { DocumentFacts } from '#core/documents/documents.ts'

/** The path of the document's file. */
export function documentPath({ id }: Pick<DocumentFacts, 'id'>, asDownload = false): string {
  return `/api/documents/${id}/file${asDownload ? '?download=1' : ''}`
}
