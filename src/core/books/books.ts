/** Requests and responses of the books (SPEC C220–C226). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { shortText } from '#core/fields/checks.ts'
import { BOOK_FORMAT_VALUES } from './formats.ts'
import { toPlainText } from './plain-text.ts'

const LONGEST_ACCOUNT = 100

/** As the file prints it: a mapped name must be the accountant's, letter by letter. */
const accountName = (label: string) =>
  shortText(label, LONGEST_ACCOUNT).refine(
    (name) => name === toPlainText(name),
    `${label} must be plain letters without commas and quotes`,
  )

const mapping = z.object({
  kind: z.string().max(60).describe('"receivable", "income:line-haul"'),
  account: accountName('Account').describe('Blank: not mapped'),
  item: accountName('Item').describe('Product or service in the invoice CSV'),
})

export const accountMapSchema = z.object({ accounts: z.array(mapping).max(100) })
export const accountMapResponse = accountMapSchema.extend({
  version: z.int().describe('0: never saved'),
})

export type AccountMapping = z.output<typeof mapping>
export type AccountMap = z.output<typeof accountMapResponse>

const format = z.enum(BOOK_FORMAT_VALUES, 'Choose a format')

export const booksDaysSchema = z.object({
  from: day('From').schema,
  to: day('To').schema,
  format,
})

export type BooksDays = z.output<typeof booksDaysSchema>

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const figures = z.object({ count: z.int(), amount })

const provedGroupResponse = z.object({
  group: z.string(),
  register: figures.describe('What Haulbook has in these days'),
  earlier: figures.describe('Of it in earlier files'),
  batch: figures.describe('Of it in this file'),
  isEqual: z.boolean().describe('The first is the sum of the others'),
})

export const booksPreviewResponse = z.object({
  records: z.int(),
  lines: z.int(),
  debits: amount,
  groups: z.array(provedGroupResponse),
  unmapped: z.array(z.string()).describe('Kinds of accounts or items that must be mapped first'),
  cut: z.array(z.object({ name: z.string(), printed: z.string() })),
  before: z.int().describe('Records before these days that are in no file'),
  problem: z.string().nullable().describe('Why no file can be made'),
})

export type BooksPreview = z.output<typeof booksPreviewResponse>

export const exportBatchResponse = z.object({
  id: z.int(),
  format,
  from: z.string(),
  to: z.string(),
  records: z.int(),
  debits: amount,
  sha256: z.string(),
  bytes: z.int(),
  madeBy: z.string(),
  madeAt: z.string(),
})

export type ExportBatch = z.output<typeof exportBatchResponse>

/** The most records of one file. */
export const MOST_RECORDS = 20_000

export const booksMessages = {
  order: 'To must not be before From',
  future: 'To must not be in the future',
  tooMany: `A file has at most ${MOST_RECORDS.toLocaleString('en-US')} records. Choose fewer days.`,
  nothing: 'Nothing in these days is without a file',
  taken: 'Another file took some of these records just now. Look at the preview again.',
  unmapped: (kinds: readonly string[]) => `Map these first: ${kinds.join(', ')}`,
  both: (other: string) =>
    `These days are in a file of the other sort (${other}). Never import invoices and journal for the same days.`,
  unequal: (group: string) => `${group} of the file and the register differ. No file was made.`,
  unbalanced: (record: string) => `${record} does not add up. No file was made.`,
}
