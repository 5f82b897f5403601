/** Builds the portal's view of a statement from its printed text, so that screen and print agree (SPEC C78). */
import type { Language } from '#core/languages.ts'
import type {
  PrintedStatement,
  PrintedLine,
  PrintedSection,
} from '#core/portal/printed-statement.ts'
import { buildStatement } from './build-statement.ts'
import { getCaptions } from './format.ts'
import type { LoadColumn, LoadColumnName } from './load-columns.ts'
import type { Captions } from './formats/captions.ts'
import type { StatementData } from '#server/settlements/approval/statement-data.ts'
import type {
  AmountLine,
  CardRow,
  CardTable,
  EntryTable,
  Statement,
  StatementLoad,
} from './statement.ts'

export function buildPrintedStatement(data: StatementData, language: Language): PrintedStatement {
  const statement = buildStatement(data, null, language)
  const captions = getCaptions(data.format, language)
  const { title, mark, carrier, facts, payee, truck, summary, net, notes } = statement
  return {
    title,
    translation: captions.translationNote ?? null,
    mark,
    carrier,
    facts,
    payTo: captions.payTo,
    payee,
    equipment: captions.equipment,
    truck,
    sections: buildSections(statement, captions),
    summary: summary.map(toLine),
    net: toLine(net),
    payments: buildPayments(statement, captions),
    balances: buildBalances(statement, captions),
    yearToDate: buildYear(statement),
    notes: notes === null ? null : { title: captions.notes, text: notes },
  }
}

/** The sections in printed order. */
function buildSections(
  { sections, ...statement }: Statement,
  captions: Captions,
): PrintedSection[] {
  const { extraPay, reimbursements, adjustments } = captions.sections
  const table = (title: string, entries: EntryTable | null) =>
    entries
      ? [{ title, none: '', lines: entries.lines.map(toLine), totals: [toLine(entries.total)] }]
      : []
  return [
    buildLoads(statement, captions),
    ...table(extraPay.type, sections.extraPay),
    ...table(reimbursements.category, sections.reimbursements),
    buildDeductions(statement, captions),
    ...table(adjustments.statement, sections.adjustments),
    ...buildCardSection(sections.cards, captions),
  ]
}

type Body = Pick<Statement, 'loads' | 'loadColumns' | 'revenue' | 'deductions'>

function buildLoads({ loads, loadColumns, revenue }: Body, captions: Captions): PrintedSection {
  return {
    title: captions.sections.earnings,
    none: captions.noLoads,
    lines: loads.map((load) => buildLoad(load, loadColumns)),
    totals: [...revenue.lines, revenue.total].map(toLine),
  }
}

/** The columns that a line has in other places than the figures in its notes. */
const PLACED: readonly LoadColumnName[] = ['number', 'lane', 'pickup', 'delivery', 'revenue']

function buildLoad(load: StatementLoad, columns: readonly LoadColumn[]): PrintedLine {
  const { key, number, lane, details, revenue, charges } = load
  const days = columns.filter(({ name }) => name === 'pickup' || name === 'delivery')
  const figures = columns.filter(({ name }) => !PLACED.includes(name))
  const notes = [
    days.map(({ name, head }) => `${head} ${load[name]}`).join('  ·  '),
    figures.map(({ name, head }) => `${head}: ${load[name]}`).join('  ·  '),
    details,
    ...charges.map(({ label, amount }) => `${label}: ${amount}`),
  ]
  return { key, label: `${number}  ·  ${lane}`, notes: notes.filter(Boolean), amount: revenue }
}

/** The category is the first note of a line that does not have its name. */
function buildDeductions({ deductions }: Body, captions: Captions): PrintedSection {
  return {
    title: captions.deductions.category,
    none: captions.noDeductions,
    lines: deductions.groups.flatMap(({ title, lines }) =>
      lines.map((line) => toLine(line.label === title ? line : { ...line, group: title })),
    ),
    totals: [toLine(deductions.total)],
  }
}

/** Each category of card purchases with what it was at the pump. */
function buildCardSection(table: CardTable | null, { cards }: Captions): PrintedSection[] {
  if (!table || !cards) return []
  const toCardLine = ({ label, retail, discount, passedOn, charged }: CardRow): PrintedLine => ({
    key: null,
    label,
    notes: [
      `${cards.retail} ${retail}  ·  ${cards.discount} ${discount}  ·  ${cards.passedOn} ${passedOn}`,
    ],
    amount: charged,
  })
  const lines = table.rows.map(toCardLine)
  return [{ title: cards.title, none: '', lines, totals: [toCardLine(table.total)] }]
}

/** What was paid and what is left to pay, as signed amounts like in the print. */
function buildPayments({ sections }: Statement, captions: Captions): PrintedSection | null {
  if (!sections.open) return null
  const { date: title } = captions.sections.payments
  const { applied, payments, open } = sections
  const lines = payments.map(({ date, method, number, amount }) =>
    toLine({ label: [method, number].filter(Boolean).join(' '), amount, date }),
  )
  return { title, none: '', lines: [...applied.map(toLine), ...lines], totals: [toLine(open)] }
}

function buildBalances({ balances }: Statement, captions: Captions): PrintedStatement['balances'] {
  const { title, ...heads } = captions.balances
  return {
    title,
    rows: balances.map(({ label, opening, change, closing }, index) => ({
      key: `balance-${index}`,
      label,
      figures: [
        { label: heads.opening, amount: opening },
        { label: heads.change, amount: change },
        { label: heads.closing, amount: closing },
      ],
    })),
  }
}

function buildYear({ yearToDate: { title, note, lines } }: Statement): PrintedSection {
  return { title, none: note, lines: lines.map(toLine), totals: [] }
}

type Printed = AmountLine & { group?: string; date?: string }

function toLine({ key, label, group, date, note, amount }: Printed): PrintedLine {
  const placed = [group, date].filter(Boolean).join('  ·  ')
  const notes = [placed, note].flatMap((one) => one || [])
  return { key: key ?? null, label: label || (group ?? ''), notes, amount }
}
