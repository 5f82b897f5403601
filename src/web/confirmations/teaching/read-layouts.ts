import type { StoredLayout } from '#core/confirmations/taught/taught-layout.ts'
import { request } from '#web/api/client.ts'

export const LAYOUTS_PATH = '/api/taught-layouts'

/** Returns no layouts if the request fails: the paper is then read without them. */
export function readLayouts(): Promise<StoredLayout[]> {
  return request<StoredLayout[]>('GET', LAYOUTS_PATH).catch(() => [])
}
