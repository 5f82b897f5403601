/** What the checks of PDF, JPEG and PNG have in common. */
import { documentMessages } from '#core/documents/documents.ts'
import { RequestError } from '#server/errors.ts'

/** Checks a file piece by piece. Both functions throw 400. */
export type Walk = { look: (piece: Buffer) => void; finish: () => void }

/** More pixels than any phone camera has. A header can claim billions, which would crash the reader's browser. */
const MOST_PIXELS = 100_000_000

/** The most chunks of a PNG and segments of a JPEG (SPEC C421). Real pictures have hundreds. */
export const MOST_SEGMENTS = 10_000

/** A 400 error for a file that can't be stored. */
export function badFile(message: string): RequestError {
  return new RequestError(400, message)
}

/** Throws 400 if the picture is damaged or has too many pixels. */
export function rejectPixels(width: number, height: number): void {
  if (width === 0 || height === 0) throw badFile(documentMessages.damaged)
  if (width * height > MOST_PIXELS) throw badFile(documentMessages.tooManyPixels)
}
