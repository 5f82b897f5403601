/** Requests of the upload page. The link's token is in a header, because addresses are logged. */
import { UPLOAD_HEADER, type OpenLink, type SentDocument } from '#core/documents/upload-links.ts'
import { request } from '#web/api/client.ts'
import { toUpload } from '#web/documents/driver/to-upload.ts'
import type { Sending } from '#web/documents/driver/use-sending.ts'

/** The part of the address after "#", which browsers do not send to servers, without characters that a header can't have. */
export function readUploadToken(): string {
  return window.location.hash.slice(1).replaceAll(/[^\w.-]/g, '')
}

export function readLink(token: string): Promise<OpenLink> {
  return request('GET', '/api/upload', { headers: { [UPLOAD_HEADER]: token } })
}

export function sendByLink(
  token: string,
  sending: Sending,
  onProgress: (share: number) => void,
): Promise<SentDocument> {
  const { query, body, headers } = toUpload(sending)
  return request('POST', `/api/upload?${query}`, {
    body,
    onProgress,
    headers: { ...headers, [UPLOAD_HEADER]: token },
  })
}
