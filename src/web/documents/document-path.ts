import type { DocumentFacts } from '#core/documents/documents.ts'

/** The address of its bytes. */
export function documentPath({ id }: Pick<DocumentFacts, 'id'>, asDownload = false): string {
  return `/api/documents/${id}/file${asDownload ? '?download=1' : ''}`
}
