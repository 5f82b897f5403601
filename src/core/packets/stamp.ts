/** What is stamped on every page of a packet (SPEC C176). */

/** "Invoice 1042 · Load 20512345 · page 3 of 7". `label`: the paper's label. */
export function stampText(label: string, page: number, pages: number): string {
  return `${label} · page ${page} of ${pages}`
}

/** "Invoice 1042 · Load 20512345", "Invoice 1042 · 3 loads". `title`: "Invoice 1042" or "Credit note 7". */
export function labelPaper(title: string, loadNumbers: readonly string[]): string {
  const [first] = loadNumbers
  if (first === undefined) return title
  return loadNumbers.length === 1
    ? `${title} · Load ${first}`
    : `${title} · ${loadNumbers.length} loads`
}
