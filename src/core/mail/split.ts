/** Splits files over several emails by the operator's size limit (SPEC C184). */
import { BYTES_PER_MB } from '#core/bytes.ts'
import { mailMessages } from './messages.ts'

/**
 * Groups whole files, in their order, so that no group is over the limit. `limitMb`: the limit before encoding, which
 * adds a third. Returns the name of a file that is too large by itself instead of leaving it out.
 */
export function splitByLimit<File extends { name: string; bytes: number }>(
  files: readonly File[],
  limitMb: number,
): { mails: File[][] } | { tooLarge: File; message: string } {
  const limit = limitMb * BYTES_PER_MB
  const tooLarge = files.find(({ bytes }) => bytes > limit)
  if (tooLarge) return { tooLarge, message: mailMessages.tooLarge(tooLarge.name, limitMb) }
  const mails: File[][] = []
  let room = 0
  for (const file of files) {
    const current = mails.at(-1)
    if (current && file.bytes <= room) current.push(file)
    else {
      mails.push([file])
      room = limit
    }
    room -= file.bytes
  }
  return { mails }
}

/** "Invoice 1042 (1 of 2)"; the plain subject if there is one email. */
export function numberSubject(subject: string, index: number, count: number): string {
  return count > 1 ? `${subject} (${index + 1} of ${count})` : subject
}
