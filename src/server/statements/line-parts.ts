/** The lines of a statement by the part that they print in (SPEC C18). */
import { findPart, LINE_PARTS, type Line, type LinePart } from '#core/settlements/lines.ts'
import { toCents } from '#core/money.ts'

type LineParts = Record<LinePart, Line[]>

/** Each printed line of the statement is in one part. */
export function splitLines(lines: Line[]): LineParts {
  const printed = Map.groupBy(lines.filter(isPrinted), findPart)
  return Object.fromEntries(LINE_PARTS.map((part) => [part, printed.get(part) ?? []])) as LineParts
}

/**
 * A line of $0.00 prints if it says why: a floor left nothing to deduct, adjustments left no pay to withhold from, or a purchase
 * was charged nothing.
 */
function isPrinted({ amount, limited, kind }: Line): boolean {
  return toCents(amount) !== 0n || limited === true || kind === 'withholding' || kind === 'card'
}
