import { documentMessages } from '#core/documents/documents.ts'
import { ApiError } from '#web/api/client.ts'
import type { DriverWords } from './words/english.ts'

/** The server's messages are in English, so the page names the cause by the status. */
export function describeFailure(error: Error, { errors }: DriverWords): string {
  if (!(error instanceof ApiError)) return errors.other
  if (error.message === documentMessages.tooManySent) return errors.full
  if (error.message === documentMessages.password) return errors.password
  if (UNREADABLE.includes(error.message)) return errors.unreadable
  const known: Record<number, string> = {
    0: errors.unreachable,
    404: errors.gone,
    409: errors.already,
    413: errors.tooLarge,
    415: errors.type,
    429: errors.busy,
    503: errors.busy,
    507: errors.space,
  }
  return known[error.status] ?? errors.other
}

/** Reasons to photograph the paper instead (SPEC C420, C426). */
const UNREADABLE: readonly string[] = [
  ...[documentMessages.empty, documentMessages.damaged, documentMessages.damagedInside],
  ...[documentMessages.mixed, documentMessages.tooComplex, documentMessages.tooManyPages],
  ...[documentMessages.tooManyPixels, documentMessages.tooManySegments],
  ...[documentMessages.xfa, documentMessages.portfolio],
]
