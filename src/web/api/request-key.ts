import { useState } from 'react'
import { ApiError } from './client.ts'

/**
 * The Idempotency-Key of a form (SPEC B23). After a lost answer the same key is sent again, whatever
 * was typed since: the record may already be there. Once answered, by a record or by a refusal, the
 * next try is a new request.
 */
export function useRequestKey() {
  const [key, setKey] = useState(newKey)
  return {
    key,
    /** Has to hear how each try ended. */
    onAnswer(error?: Error) {
      if (!error || isRefusal(error)) setKey(newKey())
    },
  }
}

/** 422: the lost first try did arrive, and this one says something else (SPEC B23). */
export function messageFor(error: Error): string {
  if (!(error instanceof ApiError) || error.status !== 422) return error.message
  return 'An earlier try was saved after all. Look at it before you save this one too.'
}

/** 4xx: the server read it and stored nothing. A lost answer or 5xx leaves that open. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** `crypto.randomUUID` is missing where an office opens the program over plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
