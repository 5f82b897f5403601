/** The parts of a file name that can be a load number (SPEC C116). */

const MIN_LENGTH = 3

/** "BOL L-1042 signed.pdf" → "L-1042", "1042". Words without a digit, and short numbers such as pages, are left out. */
export function listNumbersIn(name: string): string[] {
  const words = name.replace(/\.\w{1,5}$/, '').split(/[\s_,;()[\]#+.]+/)
  const parts = words.flatMap((word) => [word, ...word.split('-')])
  const numbers = parts.filter((part) => part.length >= MIN_LENGTH && /\d/.test(part))
  return [...new Set(numbers)]
}
