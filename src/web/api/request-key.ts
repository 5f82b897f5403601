/** The Idempotency-Key of a request (SPEC B23). `useAction` gives one to each attempt. */
import { ApiError } from './client.ts'

/** 422: the first attempt was saved, and this one has other values (SPEC B23). */
export function messageFor(error: Error): string {
  if (!(error instanceof ApiError) || error.status !== 422) return error.message
  return 'Your earlier attempt was saved. Review it before saving again.'
}

/** Whether the record is certainly saved (no error) or certainly not (4xx). No response or a 5xx proves neither. */
export function isFinal(error?: Error): boolean {
  if (!error) return true
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** 32 hexadecimal digits. `crypto.randomUUID` is missing when Haulbook is opened over plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
