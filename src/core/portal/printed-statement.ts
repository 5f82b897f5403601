/** A statement as the portal shows it: the texts of the printed statement, in the printed order (SPEC C78). */
import { z } from 'zod'
import { WHOLE_STATEMENT } from '#core/questions/line-questions.ts'

const block = z.object({ heading: z.string(), lines: z.array(z.string()) })

const amountLine = z.object({
  key: z.string().nullable().describe('Names the line in a question; null: not a line'),
  label: z.string(),
  notes: z.array(z.string()).describe('Dates, computation, reference'),
  amount: z.string().describe('As printed: "$1,234.50"'),
})

const section = z.object({
  title: z.string(),
  none: z.string().describe('Shown if there is no line; for the year to date, how to read it'),
  lines: z.array(amountLine),
  totals: z.array(amountLine),
})

const balance = z.object({
  key: z.string(),
  label: z.string(),
  figures: z.array(z.object({ label: z.string(), amount: z.string() })),
})

export const printedStatementSchema = z.object({
  title: z.string(),
  translation: z.string().nullable().describe('Says that the texts are a translation'),
  mark: z.string().nullable().describe('"VOID", in the language of the statement'),
  carrier: block,
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  payTo: z.string(),
  payee: block,
  equipment: z.string(),
  truck: block,
  sections: z.array(section),
  summary: z.array(amountLine).describe('From the gross to the net'),
  net: amountLine,
  payments: section.nullable(),
  balances: z.object({ title: z.string(), rows: z.array(balance) }),
  yearToDate: section,
  notes: z.object({ title: z.string(), text: z.string() }).nullable(),
})

export type PrintedStatement = z.output<typeof printedStatementSchema>
export type PrintedLine = z.output<typeof amountLine>
export type PrintedSection = z.output<typeof section>

/** What the line with this key says: "Pilot #4512, $468.75". Null if the statement has no such line. */
export function findLine(printed: PrintedStatement, key: string): string | null {
  if (key === WHOLE_STATEMENT) return WHOLE_STATEMENT
  const lines = [...printed.sections.flatMap((section) => section.lines), ...printed.summary]
  const line = lines.find((candidate) => candidate.key === key)
  if (line) return `${line.label}, ${line.amount}`
  return printed.balances.rows.find((row) => row.key === key)?.label ?? null
}
