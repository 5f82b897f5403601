import { useState } from 'react'
import { ApiError } from '#web/api/client.ts'

/**
 * The Idempotency-Key of an opened form (SPEC B23). After a lost answer the same key is sent again,
 * whatever was typed since: the record may already be there. Once refused it is not, and the next
 * try is a new request.
 */
export function useRequestKey() {
  const [key, setKey] = useState(newKey)
  return {
    key,
    renewAfter(error: Error) {
      if (isRefusal(error)) setKey(newKey())
    },
  }
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
