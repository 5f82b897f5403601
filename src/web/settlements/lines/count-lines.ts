import { pluralize } from '#core/pluralize.ts'
import { isExtraPay, isReimbursement } from '#core/settlements/extra-pay.ts'
import type { Line } from '#core/settlements/lines.ts'

/** "2 deductions, 1 credit": extra pay and reimbursements are credits. */
export function countLines(lines: Line[]): string {
  const credits = lines.filter((line) => isExtraPay(line) || isReimbursement(line)).length
  const deductions = lines.length - credits
  if (lines.length === 0) return 'No deductions'
  return [
    ...(deductions ? [pluralize(deductions, 'deduction')] : []),
    ...(credits ? [pluralize(credits, 'credit')] : []),
  ].join(', ')
}
