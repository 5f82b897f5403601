/** The tables beside loads and deductions: extra pay, reimbursements, adjustments, payments. */
import type { Captions, SectionCaptions } from '#server/statements/formats/captions.ts'
import type {
  AmountLine,
  EntryTable,
  Entry,
  Statement,
  PrintedPaymentRow,
} from '#server/statements/statement.ts'
import { textCell, type Cell, type Row } from './row.ts'
import { amountRow, HAIRLINE, keepTogether, keepWithNext, RULE_COLOR, totalRow } from './rows.ts'
import { MARGIN, MUTED, RIGHT, type Style } from './sheet.ts'

/** Left edge and width: the columns of the deductions, without the column of lines. */
const COLUMNS = {
  group: [MARGIN, 78],
  date: [MARGIN + 84, 54],
  description: [MARGIN + 144, 280],
  amount: [RIGHT - 84, 84],
} as const

const PAYMENT_COLUMNS = {
  date: [MARGIN, 78],
  method: [MARGIN + 84, 110],
  number: [MARGIN + 200, 224],
  amount: [RIGHT - 84, 84],
} as const

const SMALL = { size: 8, color: MUTED }

export function extraPayRows({ sections }: Statement, { sections: captions }: Captions): Row[] {
  if (!sections.extraPay) return []
  const rows = tableRows(sections.extraPay, captions.extraPay.type, captions)
  return [...keepWithNext(rows), totalRow(sections.grossPay)]
}

export function reimbursementRows({ sections }: Statement, { sections: captions }: Captions) {
  if (!sections.reimbursements) return []
  return tableRows(sections.reimbursements, captions.reimbursements.category, captions)
}

export function adjustmentRows({ sections }: Statement, { sections: captions }: Captions): Row[] {
  if (!sections.adjustments) return []
  return tableRows(sections.adjustments, captions.adjustments.statement, captions)
}

/** The rows below the net: money applied, payments, and what is left to pay. */
export function paymentRows({ sections }: Statement, { sections: captions }: Captions): Row[] {
  if (!sections.open) return []
  const { applied, payments, open } = sections
  const { date, method, number, amount } = captions.payments
  const tableHead = {
    ...paymentRow({ date, method, number, amount }, SMALL),
    before: 4,
    after: 7,
    ruleBelow: RULE_COLOR,
  }
  const rows = payments.map((payment) => ({ ...paymentRow(payment, {}), tableHead: [tableHead] }))
  const table = payments.length ? [tableHead, ...rows] : []
  return keepTogether([...applied.map(amountRow), ...table, openRow(open)])
}

function tableRows({ lines, total }: EntryTable, title: string, captions: SectionCaptions): Row[] {
  const { date, description, amount } = captions
  const tableHead: Row = {
    cells: [
      cell('group', title, SMALL),
      cell('date', date, SMALL),
      cell('description', description, SMALL),
      cell('amount', amount, { ...SMALL, align: 'right' }),
    ],
    before: 8,
    after: 7,
    ruleBelow: RULE_COLOR,
    keep: true,
  }
  const rows = lines.map((line, index) => entryRow(line, index, tableHead))
  return [tableHead, ...keepWithNext(rows), totalRow(total)]
}

/** The group is printed on each row: adjustments of one table may change different statements. */
function entryRow({ group, date, label, note, amount }: Entry, index: number, head: Row): Row {
  const [x, width] = COLUMNS.description
  const texts = [{ text: label }, ...(note ? [{ text: note, ...SMALL }] : [])]
  const parts = texts.filter(({ text }) => text !== '')
  return {
    cells: [
      cell('group', group, { strong: true }),
      cell('date', date, { color: MUTED }),
      { x, width, parts },
      cell('amount', amount, { align: 'right' }),
    ],
    before: index > 0 ? 5 : 1,
    after: 1,
    tableHead: [head],
    ...(index > 0 ? { ruleAbove: HAIRLINE } : {}),
  }
}

function paymentRow({ date, method, number, amount }: PrintedPaymentRow, style: Style): Row {
  const at = (name: keyof typeof PAYMENT_COLUMNS, text: string, more: Style = {}) => {
    const [x, width] = PAYMENT_COLUMNS[name]
    return textCell(x, width, text, { ...style, ...more })
  }
  const cells = [
    at('date', date),
    at('method', method),
    at('number', number),
    at('amount', amount, { align: 'right' }),
  ]
  return { cells, before: 1, after: 2 }
}

function openRow(open: AmountLine): Row {
  return { ...totalRow(open), before: 6 }
}

function cell(column: keyof typeof COLUMNS, text: string, style: Style): Cell {
  const [x, width] = COLUMNS[column]
  return textCell(x, width, text, style)
}
