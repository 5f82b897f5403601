/** Builds what prints beside loads and deductions, in the order an owner reads (SPEC C6, C18). */
import { formatDay } from '#core/calendar.ts'
import { addUp, formatMoney, toCents, type Amount, type Cents } from '#core/money.ts'
import { extraPayLabel } from '#core/settlements/extra-pay.ts'
import type { Line } from '#core/settlements/lines.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import { buildLine, lineKey, nameLine } from './build-deductions.ts'
import type { Captions } from './formats/captions.ts'
import { splitLines } from './line-parts.ts'
import type { PrintedPayment } from '#server/payments/statement-payments.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'
import type {
  AmountLine,
  CardRow,
  CardTable,
  Entry,
  EntryTable,
  Sections,
  PrintedPaymentRow,
} from './statement.ts'

export function buildSections(data: StatementData, captions: Captions): Sections {
  const { sections } = captions
  const { settlement, lines, adjusted, payments: printed } = data
  const parts = splitLines(lines)
  const { applied, payments, open } = printed
  const numbers = new Map(adjusted.map(({ id, number }) => [id, sections.adjusted(number)]))
  const isPaid = applied.length + payments.length > 0
  return {
    extraPay: buildTable(parts.extraPay, sections.extraPay.total, (line) =>
      buildExtraPay(line, captions),
    ),
    grossPay: {
      label: sections.grossPay,
      amount: formatMoney(toCents(settlement.totalRevenue) + credit(parts.extraPay)),
    },
    reimbursements: buildTable(parts.reimbursements, sections.reimbursements.total, (line) => ({
      ...buildCredit(line, captions),
      group: captions.categories[line.category],
    })),
    adjustments: buildTable(parts.adjustments, sections.adjustments.total, (line) => ({
      ...buildCredit(line, captions),
      group: numbers.get(line.corrects ?? 0) ?? '',
    })),
    cards: buildCards(data, captions),
    applied: applied.map((payment) => ({
      label: sections.alreadyPaid({
        method: nameMethod(payment, captions) ?? sections.noMethod,
        reference: payment.reference,
        day: formatDay(payment.day),
      }),
      amount: formatMoney(-toCents(payment.amount)),
    })),
    payments: payments.map((payment) => buildPayment(payment, captions)),
    open: isPaid ? { label: sections.payments.open, amount: formatMoney(toCents(open)) } : null,
  }
}

/**
 * The card purchases among the deductions: at the pump, the discount, what was passed on of it, and what is charged (SPEC C578). Null
 * without purchases, and in a format without the table.
 */
function buildCards({ lines }: StatementData, captions: Captions): CardTable | null {
  const { cards, categories } = captions
  const bought = lines.filter(({ kind }) => kind === 'card')
  if (!cards || bought.length === 0) return null
  const rows = EXPENSE_CATEGORIES.flatMap((category) => {
    const ofCategory = bought.filter((line) => line.category === category)
    return ofCategory.length ? [buildCardRow(categories[category], ofCategory)] : []
  })
  return { rows, total: buildCardRow(cards.total, bought) }
}

function buildCardRow(label: string, lines: Line[]): CardRow {
  const sum = (toAmount: (line: Line) => Amount | null | undefined) =>
    formatMoney(addUp(lines.map((line) => toAmount(line) ?? '0.00')))
  return {
    label,
    retail: sum(({ cardRetail }) => cardRetail),
    discount: sum(({ cardDiscount }) => cardDiscount),
    passedOn: sum(({ cardPassedOn }) => cardPassedOn),
    charged: sum(({ amount }) => amount),
  }
}

/** The lines from the gross pay to the net payment. They add up to the net. */
export function buildSummary(
  { settlement, lines }: StatementData,
  captions: Captions,
): AmountLine[] {
  const { sections } = captions
  const parts = splitLines(lines)
  const step = (label: string, cents: Cents) => ({ label, amount: formatMoney(cents) })
  const optional = (label: string, part: Line[]) => (part.length ? [step(label, credit(part))] : [])
  const named = [...parts.withholding, ...parts.offsets, ...parts.carryForwards]
  return [
    step(captions.summary.revenue, toCents(settlement.totalRevenue) + credit(parts.extraPay)),
    ...optional(sections.summary.reimbursements, parts.reimbursements),
    step(captions.summary.deductions, credit(parts.deductions)),
    ...optional(sections.summary.adjustments, parts.adjustments),
    ...named.map((line) => ({
      ...step(nameLine(line, captions), credit([line])),
      key: lineKey(line),
      ...explainWithholding(line),
    })),
  ]
}

/** "24% × $6,468.80". */
function explainWithholding({ kind, formula }: Line): Pick<AmountLine, 'note'> {
  return kind === 'withholding' && formula ? { note: formula } : {}
}

/** What lines add to the net, in cents. */
function credit(lines: Line[]): Cents {
  return -addUp(lines.map(({ amount }) => amount))
}

function buildTable(
  lines: Line[],
  label: string,
  toEntry: (line: Line) => Entry,
): EntryTable | null {
  if (lines.length === 0) return null
  return { lines: lines.map(toEntry), total: { label, amount: formatMoney(credit(lines)) } }
}

/** The line with what it adds to the net. */
function buildCredit(line: Line, captions: Captions, more: string | null = null) {
  return { ...buildLine(line, captions, more), amount: formatMoney(-toCents(line.amount)) }
}

/** A description that only repeats the type does not print. */
function buildExtraPay(line: Line, captions: Captions): Entry {
  const { extraPay, description, subjectToPercent } = line
  const counted = subjectToPercent ? captions.checks.inPercentages : null
  const entry = buildCredit(line, captions, counted)
  const group = extraPay ? captions.sections.extraPayTypes[extraPay] : ''
  const isRepeated = extraPay !== null && description === extraPayLabel(extraPay)
  return { ...entry, group, ...(isRepeated ? { label: '' } : {}) }
}

function buildPayment(payment: PrintedPayment, captions: Captions): PrintedPaymentRow {
  return {
    date: formatDay(payment.day),
    method: nameMethod(payment, captions) ?? '',
    number: payment.reference ?? '',
    amount: formatMoney(toCents(payment.amount)),
  }
}

function nameMethod({ method }: PrintedPayment, { paymentMethods }: Captions): string | undefined {
  return paymentMethods[method ?? '']
}
