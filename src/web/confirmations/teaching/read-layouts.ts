import type { StoredLayout } from '#core/confirmations/taught/taught-layout.ts'
import { request } from '#web/api/client.ts'

export const LAYOUTS_PATH = '/api/taught-layouts'

/** None if they can't be read: the paper is read without them. */
export function readLayouts(): Promise<StoredLayout[]> {
  return request<StoredLayout[]>('GET', LAYOUTS_PATH).catch(() => [])
}
