/** 1234567 → "1,234,567", for a whole number. JavaScript's own formatter needs 20 ms to load at startup. */
export function formatInteger(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** (1, "load") → "1 load", (1200, "load") → "1,200 loads". `plural`: needed if it isn't the singular plus "s". */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatInteger(count)} ${count === 1 ? singular : plural}`
}

/** (owners, 1) → "1 owner", (owners, 1200) → "1,200 truck owners". */
export function pluralizeRecords(
  { singular, title }: { singular: string; title: string },
  count: number,
) {
  return pluralize(count, singular.toLowerCase(), title.toLowerCase())
}
