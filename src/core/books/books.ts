/** Requests and responses of the books (SPEC C220–C226). */
import { z } from 'zod'
import { day } from '#core/fields/fields.ts'
import { shortText } from '#core/fields/checks.ts'
import { formatInteger } from '#core/pluralize.ts'
import { FACTORING_METHOD_VALUES } from './factoring-methods.ts'
import { BOOK_FORMAT_VALUES } from './formats.ts'
import { MOST_INVOICES, MOST_ROWS } from './invoice-csv.ts'
import { toPlainText } from './plain-text.ts'

const LONGEST_ACCOUNT = 100

/** A mapped name must be exactly the accountant's, so a name that the file would change is rejected. */
const accountName = (label: string) =>
  shortText(label, LONGEST_ACCOUNT).refine(
    (name) => name === toPlainText(name),
    `${label} can’t have commas, quotes or special characters`,
  )

const mapping = z.object({
  kind: z.string().max(60).describe('"receivable", "income:line-haul"'),
  account: accountName('Account').describe('Blank: not mapped'),
  item: accountName('Item').describe('Product or service in the invoice CSV'),
})

const method = z.enum(FACTORING_METHOD_VALUES, 'Choose how factored invoices are recorded')

export const accountMapSchema = z.object({
  accounts: z.array(mapping).max(100),
  factoring: method
    .nullable()
    .optional()
    .describe('How factored invoices are recorded. Null: not chosen; absent: unchanged'),
})
export const accountMapResponse = accountMapSchema.extend({
  factoring: method.nullable(),
  isFactoringFixed: z
    .boolean()
    .describe('A file has factor entries: how they are recorded can’t change'),
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
  register: figures.describe('What Haulbook has for these days'),
  earlier: figures.describe('The part that is in earlier files'),
  batch: figures.describe('The part that is in this file'),
  isEqual: z.boolean().describe('The register equals the sum of the files'),
})

export const booksPreviewResponse = z.object({
  records: z.int(),
  transactions: z.int().describe('What the file prints: money of one receipt is one transaction'),
  parts: z.int().describe('The number of files: QuickBooks Online imports 100 invoices at once'),
  lines: z.int(),
  debits: amount,
  groups: z.array(provedGroupResponse),
  leftOut: z
    .array(z.object({ group: z.string(), count: z.int(), amount }))
    .describe('Records of these days that the invoice CSV can’t have. A journal or IIF has them'),
  hints: z.array(z.string()).describe('What else to know about the file'),
  unmapped: z.array(z.string()).describe('Kinds of accounts or items that must be mapped first'),
  cut: z.array(z.object({ name: z.string(), printed: z.string() })),
  notes: z
    .array(z.string())
    .describe('Voids and credit notes, which the invoice CSV can’t include'),
  before: z.int().describe('Records before these days that are not in a file'),
  problem: z.string().nullable().describe('Why no file can be made'),
})

export type BooksPreview = z.output<typeof booksPreviewResponse>

export const exportBatchResponse = z.object({
  id: z.int(),
  format,
  from: z.string(),
  to: z.string(),
  records: z.int(),
  parts: z.int(),
  debits: amount,
  sha256: z.string(),
  bytes: z.int(),
  madeBy: z.string(),
  madeAt: z.string(),
})

export type ExportBatch = z.output<typeof exportBatchResponse>

/** The maximum number of records in one file. */
export const MAX_RECORDS = 20_000

export const booksMessages = {
  order: 'To must not be before From',
  future: 'To must not be in the future',
  tooMany: `A file has at most ${formatInteger(MAX_RECORDS)} records. Choose fewer days.`,
  nothing: 'Every record of these days is already in a file',
  noRecords: 'There are no records on these days',
  taken: 'Another file now has some of these records. Check the preview again.',
  unmapped: (kinds: readonly string[]) => `Map these first: ${kinds.join(', ')}`,
  parts: (parts: number) =>
    `The file has ${parts} parts: QuickBooks Online imports at most ${MOST_INVOICES} invoices and ${formatInteger(MOST_ROWS)} rows at once. Import each part once.`,
  beside: (count: number) =>
    `These days also have an invoice CSV. ${count === 1 ? '1 invoice or credit note is' : `${count} invoices and credit notes are`} not in it, and ${count === 1 ? 'is' : 'are'} in this file.`,
  noMethod:
    'In the account map, choose how factored invoices are recorded: as a sale or as a loan. Ask your accountant.',
  methodFixed:
    'A file already has factor entries. How factored invoices are recorded can’t change.',
  unequal: (group: string) => `${group} in the file and in the register differ. No file was made.`,
  unbalanced: (record: string) => `${record} does not add up. No file was made.`,
}

/**
 * What must be answered before the first file: how factored invoices are recorded, and whether the usual names of the accounts
 * are right. Null if there is nothing to ask, or another problem. `isFirst`: the account map was never saved.
 */
export function questionsBefore(
  { problem, unmapped }: Pick<BooksPreview, 'problem' | 'unmapped'>,
  isFirst: boolean,
): { method: boolean; names: boolean } | null {
  const names = isFirst && unmapped.length > 0
  if (problem === booksMessages.noMethod)
    return isFirst || !unmapped.length ? { method: true, names } : null
  return names && problem === booksMessages.unmapped(unmapped) ? { method: false, names } : null
}
