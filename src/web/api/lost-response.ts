/** Whether a change may be stored although its response was not received (SPEC C43). */
import { ApiError } from './client.ts'

/** No response, or the response of a proxy that got none from the server. */
const UNKNOWN_RESULT = new Set([0, 502, 504])

export function isResponseLost(error: Error): boolean {
  return error instanceof ApiError && UNKNOWN_RESULT.has(error.status)
}
