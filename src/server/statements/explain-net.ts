/** Explains which net a deduction is computed from, so that its payee can check it on the statement (SPEC C16, C323). */
import { addUp, formatAmount, formatMoney, notNegative, toCents, type Cents } from '#core/money.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Captions, NetPart } from './formats/captions.ts'
import { splitLines } from './line-parts.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'

/**
 * "net is $2,000.00 gross pay, less $800.00 deductions without a minimum net"; for a flat amount: "minimum net $500.00", or what
 * the floor left: "$250.00 not deducted yet".
 */
export function explainNet(line: Line, data: StatementData, { checks }: Captions): string | null {
  const { basis, byHand, limited, netFloor, deferred = '0.00' } = line
  if (!netFloor || byHand) return null
  const left = toCents(deferred)
  const parts = [
    basis === 'percent-of-net' ? explainPercentage(line, data, checks) : null,
    basis === 'percent-of-net' || limited ? null : checks.minimumNet(formatAmount(netFloor)),
    limited && left > 0n ? checks.leftForLater(formatAmount(deferred)) : null,
  ]
  return parts.filter((part) => part !== null).join('  ·  ') || null
}

function explainPercentage(
  { basisFigure }: Line,
  { settlement, lines }: StatementData,
  checks: Captions['checks'],
): string | null {
  const { extraPay, reimbursements, adjustments, withholding, deductions } = splitLines(lines)
  const grossPay = toCents(settlement.totalRevenue) + credit(extraPay)
  const parts: [name: NetPart, cents: Cents][] = [
    ['reimbursements', credit(reimbursements)],
    ['adjustments', credit(adjustments)],
    ['withholding', credit(withholding)],
    ['deductions', credit(deductions.filter(({ netFloor, byHand }) => !netFloor || byHand))],
  ]
  const net = parts.reduce((sum, [, cents]) => sum + cents, grossPay)
  if (notNegative(net) !== toCents(basisFigure ?? '0.00')) return null
  const steps = parts
    .filter(([, cents]) => cents !== 0n)
    .map(([name, cents]) => {
      const step = cents < 0n ? checks.less : checks.plus
      return step(formatMoney(cents < 0n ? -cents : cents), checks.netParts[name])
    })
  return checks.netIs(formatMoney(grossPay), steps)
}

/** What lines add to the net, in cents. */
function credit(lines: Line[]): Cents {
  return -addUp(lines.map(({ amount }) => amount))
}
