/** How many there are of something, in words: in toasts, sums, flags and formulas alike. */

/** (1, "load") → "1 load", (1200, "load") → "1,200 loads". `many`: where it is not `one` and an s. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** Records, by what their list calls them: (owners, 1) → "1 owner", (owners, 1200) → "1,200 truck owners". */
export function pluralizeRecords(
  { singular, title }: { singular: string; title: string },
  count: number,
) {
  return pluralize(count, singular.toLowerCase(), title.toLowerCase())
}
