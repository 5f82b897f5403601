/** Rows that the papers about receivables share: tables, totals, text. */
import type { Day } from '#core/calendar.ts'
import type { Company, UnsavedCompany } from '#core/settings/company.ts'
import { PAGE } from '#server/statements/page.ts'
import type { Logo, PrintedDocument, Row } from '#server/statements/printed-document.ts'

/** `width`: points. The widths of a table add up to 516 or less. */
export type Column = { title: string; width: number; align?: 'left' | 'right' }

/** `to`: who the paper is for. */
export type PaperHead = {
  title: string
  to: string
  company: Company | UnsavedCompany
  logo: Logo | null
  facts: PrintedDocument['facts']
  day: Day
}

export function toPaper(head: PaperHead, rows: Row[]): PrintedDocument {
  const { title, to, company, logo, facts, day } = head
  const { companyName, companyAddress, companyCity, companyState, companyZip } = company
  const place = [companyCity, [companyState, companyZip].filter(Boolean).join(' ')]
  const contact = [company.companyPhone, company.companyEmail].filter(Boolean).join(' · ')
  const lines = [companyAddress, place.filter(Boolean).join(', '), contact]
  return {
    title,
    mark: null,
    logo,
    facts,
    rows,
    day,
    name: [companyName, title, to].filter(Boolean).join(' · '),
    footer: [title, to].filter(Boolean).join(' · '),
    carrier: { heading: companyName, lines: lines.filter((line) => Boolean(line)) as string[] },
  }
}

/** A table: a heading, titles that repeat on each page, the lines, and a total that is on one page with the last line. */
export function tableRows(
  heading: string | null,
  columns: readonly Column[],
  lines: readonly (readonly string[])[],
  total?: readonly string[],
): Row[] {
  const head = toRow(
    columns,
    columns.map(({ title }) => title),
    { size: 8, color: PAGE.muted },
  )
  const tableHead: Row[] = [{ ...head, after: 4, keep: true }]
  const body = lines.map((line, at): Row => ({
    ...toRow(columns, line, {}),
    after: 2.5,
    tableHead,
    keep: total !== undefined && at === lines.length - 1,
  }))
  const sum = total && {
    ...toRow(columns, total, { strong: true }),
    before: 6,
    after: 6,
    ruleAbove: PAGE.rule,
  }
  return [
    ...(heading === null ? [] : [headingOf(heading)]),
    ...tableHead,
    ...body,
    ...(sum ? [sum] : []),
  ]
}

type Look = { size?: number; strong?: boolean; color?: string }

function toRow(columns: readonly Column[], texts: readonly string[], look: Look): Row {
  let x = PAGE.margin
  const cells = columns.map(({ width, align = 'left' }, at) => {
    const cell = { x, width: width - 6, parts: [{ ...look, text: texts[at] ?? '', align }] }
    x += width
    return cell
  })
  return { cells }
}

function headingOf(text: string): Row {
  const parts = [{ text, size: 10.5, strong: true }]
  return { cells: [{ x: PAGE.margin, width: PAGE.width, parts }], before: 12, after: 8, keep: true }
}

/** Paragraphs of text. */
export function textRows(text: string, look: Look = {}): Row[] {
  return text.split('\n\n').map((paragraph) => ({
    cells: [{ x: PAGE.margin, width: PAGE.width, parts: [{ ...look, text: paragraph }] }],
    after: 8,
  }))
}

/** The addressee's name and address. */
export function addresseeRow(name: string, address: string | null): Row {
  const lines = (address ?? '').split('\n').filter(Boolean)
  const parts = [{ text: name, size: 10, strong: true }, ...lines.map((text) => ({ text }))]
  return { cells: [{ x: PAGE.margin, width: PAGE.width, parts }], after: 12 }
}
