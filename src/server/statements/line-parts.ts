/** The part of a statement that each line prints in (SPEC C18). */
import { isExtraPay, isReimbursement } from '#core/settlements/extra-pay.ts'
import { isCarryForward, type Line } from '#core/settlements/lines.ts'
import { toCents } from '#core/money.ts'

const PARTS = [
  'extraPay',
  'reimbursements',
  'deductions',
  'adjustments',
  'withholding',
  'offsets',
  'carryForwards',
] as const

export type LineParts = Record<(typeof PARTS)[number], Line[]>

/** Each line of the statement is in one part. Lines of $0.00 do not print. */
export function splitLines(lines: Line[]): LineParts {
  const printed = Map.groupBy(
    lines.filter(({ amount }) => toCents(amount) !== 0n),
    findPart,
  )
  return Object.fromEntries(PARTS.map((part) => [part, printed.get(part) ?? []])) as LineParts
}

function findPart(line: Line): keyof LineParts {
  if (isExtraPay(line)) return 'extraPay'
  if (isReimbursement(line)) return 'reimbursements'
  if (isCarryForward(line)) return 'carryForwards'
  if (line.kind === 'correction') return 'adjustments'
  if (line.kind === 'withholding') return 'withholding'
  return line.kind === 'offset' ? 'offsets' : 'deductions'
}
