/** The lines of a statement by the part that they print in (SPEC C18). */
import { findPart, LINE_PARTS, type Line, type LinePart } from '#core/settlements/lines.ts'
import { toCents } from '#core/money.ts'

type LineParts = Record<LinePart, Line[]>

/** Each line of the statement is in one part. Lines of $0.00 do not print. */
export function splitLines(lines: Line[]): LineParts {
  const printed = Map.groupBy(
    lines.filter(({ amount }) => toCents(amount) !== 0n),
    findPart,
  )
  return Object.fromEntries(LINE_PARTS.map((part) => [part, printed.get(part) ?? []])) as LineParts
}
