/** Sends files to the server, a few at a time (SPEC C111). */
import type { DocumentFacts } from '#core/documents/documents.ts'
import type { DocumentKind } from '#core/documents/kinds.ts'
import { request } from '#web/api/client.ts'
import { newKey } from '#web/api/request-key.ts'

/** A file with the type that the user confirmed. `key`: an upload that is sent again is still one document. */
export type Outgoing = { file: Blob; name: string; kind: DocumentKind; key: string }

/** Where the file goes: a load, the inbox, or the address of another record's documents. `replaces`: the document that the file is a better copy of. */
export type Target =
  | { loadId: number | null; replaces?: number; confirmed?: string | undefined }
  | { path: string }

const LONGEST_NAME = 200

export function sendFile({ file, name, kind, key }: Outgoing, target: Target) {
  // The server looks at the bytes; a type like "text/html" would only be logged.
  const body = file.slice(0, file.size, file.type || 'application/octet-stream')
  return request<DocumentFacts>('POST', addressOf({ name, kind }, target), {
    body,
    headers: { 'Idempotency-Key': key },
  })
}

function addressOf({ name, kind }: Pick<Outgoing, 'name' | 'kind'>, target: Target): string {
  if ('path' in target) return `${target.path}?${new URLSearchParams({ name: shorten(name) })}`
  const { loadId, replaces, confirmed } = target
  const parameters = new URLSearchParams({ name: shorten(name), kind })
  if (replaces !== undefined) parameters.set('replaces', String(replaces))
  if (confirmed !== undefined) parameters.set('confirmed', confirmed)
  const path = loadId === null ? '/api/documents' : `/api/loads/${loadId}/documents`
  return `${path}?${parameters}`
}

export function newOutgoing(file: Blob, name: string, kind: DocumentKind): Outgoing {
  return { file, name, kind, key: newKey() }
}

/** Keeps the ending of a long name, and removes characters that file names on the server can't have. */
export function shorten(name: string): string {
  const plain = name.replaceAll(/[/\\\p{Cc}\p{Cf}]/gu, ' ').trim() || 'document'
  if (plain.length <= LONGEST_NAME) return plain
  const ending = /\.\w{1,5}$/.exec(plain)?.[0] ?? ''
  return plain.slice(0, LONGEST_NAME - ending.length) + ending
}
