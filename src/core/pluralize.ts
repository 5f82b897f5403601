/** (1, "load") → "1 load", (1200, "load") → "1,200 loads". `plural`: needed if it isn't the singular plus "s". */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`
}

/** (owners, 1) → "1 owner", (owners, 1200) → "1,200 truck owners". */
export function pluralizeRecords(
  { singular, title }: { singular: string; title: string },
  count: number,
) {
  return pluralize(count, singular.toLowerCase(), title.toLowerCase())
}
