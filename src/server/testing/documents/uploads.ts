/** Uploads of documents, for tests. */
import type { DocumentFacts, UploadQuery } from '#core/documents/documents.ts'
import { makePdf } from './make-pdf.ts'
import { makeSample } from '#server/testing/samples.ts'
import type { Client } from '#server/testing/test-app.ts'

type Sent = Partial<UploadQuery> & { file?: Buffer; headers?: Record<string, string> }
/** A response that may be an error. */
export type StoredUpload = DocumentFacts & { message?: string; fields?: Record<string, string[]> }

let files = 0

/** A PDF that no other call returns. */
export function newPdf(pages = 1): Buffer {
  return makePdf({ pages, text: `File ${++files}, page` })
}

/** `path`: "/api/documents" for the inbox. Without a file it is a new PDF. */
export function upload(
  client: Client,
  path: string,
  { file = newPdf(), headers, ...query }: Sent = {},
) {
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)])
  const url = `${path}?${new URLSearchParams(parameters)}`
  return client.post<StoredUpload>(url, file, { 'content-type': 'application/pdf', ...headers })
}

let loads = 0

/** Adds a load whose BOL was not received. */
export async function addLoad(client: Client, bolStatus = 'not-received') {
  const number = `P-${++loads}`
  const sample = { ...makeSample('loads'), loadId: number, bolStatus }
  const { id } = (await client.post('/api/loads', sample)).body
  const load = `/api/loads/${id}`
  const readBol = async () => (await client.get(load)).body.bolStatus
  return { id, load, path: `${load}/documents`, readBol, number }
}
