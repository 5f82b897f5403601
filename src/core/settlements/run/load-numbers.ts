/** The maximum number of load numbers that an exception lists. */
const MAX_NAMED = 5

/** "L-1, L-2, L-3, L-4, L-5 and 2 more". */
export function listLoadNumbers(numbers: readonly string[]): string {
  const rest = numbers.length - MAX_NAMED
  const more = rest > 0 ? ` and ${rest} more` : ''
  return `${numbers.slice(0, MAX_NAMED).join(', ')}${more}`
}
