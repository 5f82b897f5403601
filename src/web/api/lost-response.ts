/** Whether a change may be stored although its response was not received (SPEC C43). */
import { ApiError } from './client.ts'

/** No response, or one of a proxy that did not get the server's. */
const UNKNOWN_RESULT = new Set([0, 502, 504])

export function isResponseLost(error: Error): boolean {
  return error instanceof ApiError && UNKNOWN_RESULT.has(error.status)
}
