import { shorten } from '#web/documents/upload.ts'
import type { Sending } from './use-sending.ts'

/** The parts of a request that uploads a driver's file. */
export function toUpload({ file, name, kind, key }: Sending) {
  return {
    query: new URLSearchParams({ name: shorten(name), kind }),
    body: file,
    headers: { 'Idempotency-Key': key },
  }
}
