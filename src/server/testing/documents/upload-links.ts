/** Upload links, for tests. */
import type { FastifyInstance } from 'fastify'
import {
  UPLOAD_HEADER,
  type MadeLink,
  type OpenLink,
  type SentDocument,
} from '#core/documents/upload-links.ts'
import type { Client } from '#server/testing/test-app.ts'
import { createClient } from '#server/testing/test-app.ts'
import { newPdf } from './uploads.ts'

type Sent = { file?: Buffer; kind?: string; key?: string }
/** A response that may be an error. */
type Answer<Of> = Of & { message: string }

let keys = 0

/** A driver with a link and no session. */
export function driverWith(app: FastifyInstance, token: string) {
  const phone = createClient(app)
  const header = { [UPLOAD_HEADER]: token }
  return {
    open: () => phone.get<Answer<OpenLink>>('/api/upload', header),
    send({ file = newPdf(), kind = 'bol', key = `photos ${++keys}` }: Sent = {}) {
      const headers = { ...header, 'content-type': 'application/pdf', 'idempotency-key': key }
      return phone.post<Answer<SentDocument>>(`/api/upload?kind=${kind}`, file, headers)
    },
  }
}

/** Makes a link to a load. */
export async function makeUploadLink(client: Client, load: string, body: object = {}) {
  const made = (await client.post<MadeLink>(`${load}/upload-links`, body)).body
  return { ...made, token: made.link.replace(/.*#/, '') }
}
