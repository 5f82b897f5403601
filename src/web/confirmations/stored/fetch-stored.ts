import type { DocumentFacts } from '#core/documents/documents.ts'
import { requestBytes } from '#web/api/client.ts'
import { documentPath } from '#web/documents/document-path.ts'

export type StoredPaper = Pick<DocumentFacts, 'id' | 'type' | 'originalName'>

/** The file of a stored document. */
export async function fetchStored({ id, type, originalName }: StoredPaper): Promise<File> {
  return new File([await requestBytes(documentPath({ id }))], originalName, { type })
}
