/** Enters the lines of a deleted draft, or of a void statement, on a new settlement (SPEC C87, C94). */
import { formatMoney, toCents } from '#core/money.ts'
import { lineName, type Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { mapBalanceLimitError } from '#server/settlements/deductions/limits.ts'
import { recordExists } from '#server/settlements/settlement/exists.ts'
import { insertLine, readLineRows, updateLine } from './rows.ts'
import { keepTypedTotals } from './typed-totals.ts'

/**
 * Enters what a person had entered: manual entries, lines, edited or skipped recurring deductions. The caller calculates
 * dependent lines. Returns the recurring deductions, refunds and adjustments that the settlement does not have. Throws 409 if
 * an edited line exceeds its balance.
 */
export async function enterLinesAgain(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
): Promise<Line[]> {
  const ofRules = new Map(
    (await readLineRows(work, userId, settlement.id)).map((line) => [line.ruleKey, line]),
  )
  const leftOut: Line[] = []
  // By rule id, the order in which a rule's total is locked.
  for (const line of lines.toSorted((one, other) => (one.ruleId ?? 0) - (other.ruleId ?? 0))) {
    if (line.ruleKey === null && isEntered(line)) await enterAgain(work, userId, settlement, line)
    else if (line.kind === 'refund' || line.kind === 'correction') leftOut.push(line)
    else if (line.ruleKey !== null) {
      const current = ofRules.get(line.ruleKey)
      if (current) await editAgain(work, userId, current, line)
      else if (toCents(line.amount) !== 0n) leftOut.push(line)
    }
  }
  await keepTotals(work, userId, settlement, lines)
  return leftOut
}

/** A category that was typed lower than its lines keeps that total, even if a recurring deduction has another amount now. */
async function keepTotals(work: Work, userId: string, settlement: Settlement, lines: Line[]) {
  const entered = await readLineRows(work, userId, settlement.id)
  const before = [
    ...lines.filter(({ ruleKey }) => ruleKey !== null),
    ...entered.filter(({ kind }) => kind === 'plain'),
  ]
  await keepTypedTotals(work, userId, settlement, before)
}

function isEntered({ kind }: Line): boolean {
  return kind === 'plain' || kind === 'entered' || kind === 'extra-pay'
}

async function enterAgain(work: Work, userId: string, settlement: Settlement, line: Line) {
  const { kind, category, description, reference, date, quantity, rate, amount } = line
  const { extraPay, subjectToPercent, byHand } = line
  const isKnown = line.loadId !== null && (await recordExists(work, 'loads', userId, line.loadId))
  await insertLine(work, userId, settlement, {
    kind,
    category,
    description,
    reference,
    date,
    quantity,
    rate,
    amount,
    extraPay,
    subjectToPercent,
    byHand,
    loadId: isKnown ? line.loadId : null,
  })
}

/** Sets a recurring deduction's line to the text and the amount that a person gave it. */
async function editAgain(work: Work, userId: string, { id, extraPay }: Line, line: Line) {
  const { description, reference, amount, byHand, skipped, subjectToPercent } = line
  const edited = { amount, byHand, skipped, quantity: null, rate: null }
  await mapBalanceLimitError(
    () =>
      updateLine(work, userId, id, {
        description,
        reference,
        ...(extraPay !== null && line.extraPay !== null && { subjectToPercent }),
        ...(byHand && { ...edited, limited: false, deferred: '0.00' }),
      }),
    () => new RequestError(409, exceededMessage(line)),
  )
}

function exceededMessage(line: Line): string {
  const amount = formatMoney(toCents(line.amount))
  return `“${lineName(line)}” was edited to ${amount}, and its balance has less now`
}
