/** The import of a file of a card company: what a check answers, what a save answers, and the list of imports (SPEC C562, C563). */
import { z } from 'zod'
import type { Listing } from '#core/entities/entity.ts'
import { optionalCount, signedMoney } from '#core/fields/amounts.ts'
import { day } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import { pluralize } from '#core/pluralize.ts'
import { cards } from './cards.ts'
import type { Negative } from './files/negative.ts'
import { PILES } from './purchase-list.ts'
import { BOUGHT_KINDS } from './purchases.ts'

/** A year of a large fleet. */
export const MOST_PURCHASE_ROWS = 20_000
/** Comdata's file has about 150. */
export const MOST_PURCHASE_COLUMNS = 256
/** What a check shows of long lists. */
export const SHOWN_SAMPLES = 12
export const SHOWN_PROBLEMS = 100

export const importMessages = {
  wrongFile:
    'This is no file of fuel or tolls: no row has titles such as Date, Card, Unit and Amount',
  noRows: 'The file has no purchases',
  tooLarge: 'The amounts of the file are too large',
  unknownLayout: 'Say which column is the day and which the amount',
  approvedWeeks: (count: number) =>
    `Say whether ${pluralize(count, 'purchase')} of weeks with approved statements ${count === 1 ? 'was' : 'were'} charged before`,
  negative: 'Most amounts are below 0: say what they are',
  again: (day: string, provider: string, added: number) =>
    `This file was imported on ${day} as ${provider}. ${pluralize(added, 'purchase')} of it ${added === 1 ? 'is' : 'are'} new now. Import it again?`,
  overlap: (files: string) =>
    `${files} has purchases of this file too: they are taken out with it, until you import that file again. Undo anyway?`,
  figuresTaken: (count: number) =>
    `${pluralize(count, 'purchase')} of other files ${count === 1 ? 'has' : 'have'} figures of this file, because somebody took them. The import can’t be undone.`,
  onLine: (statements: string) =>
    `Purchases of this file are on ${statements}. A statement keeps what it charged, so the import can’t be undone.`,
}

/** What becomes of purchases whose weeks have approved statements, while no statement has a card line (SPEC C569). */
export const APPROVED_WEEKS = [
  { value: 'charged-before', label: 'They were charged before' },
  { value: 'charge-next', label: 'Charge them on the next settlement' },
] as const

export type ApprovedWeeks = (typeof APPROVED_WEEKS)[number]['value']

/** The answer about these weeks, in every request that may be asked for it. */
export const approvedWeeksAnswer = z
  .enum(APPROVED_WEEKS.map(({ value }) => value))
  .optional()
  .describe('What becomes of purchases of weeks whose statements are approved')

/** What amounts below 0 are, if most of a file are (SPEC C562). */
export const NEGATIVE = [
  { value: 'charges', label: 'They were charged' },
  { value: 'credits', label: 'They were paid back' },
] as const satisfies { value: Negative; label: string }[]

/** The reason of those that are not charged again. */
export const CHARGED_BEFORE = 'Charged before card files were imported'

const amount = z.string().describe('Dollars')
const kind = z.enum(BOUGHT_KINDS.map(({ value }) => value))
const pile = z.enum(PILES.map(({ value }) => value))

const sum = z.object({ kind, count: z.int(), retail: amount, discount: amount, net: amount })

const sample = z.object({
  line: z.int().describe('The row in the spreadsheet'),
  day: z.string(),
  time: z.string().nullable(),
  card: z.string(),
  unit: z.string(),
  place: z.string(),
  kind,
  gallons: z.string().nullable(),
  retail: amount,
  discount: amount,
  net: amount,
  truck: z.string().nullable().describe('The number of the truck that was found'),
  pile,
})

const described = z.object({ line: z.int(), text: z.string(), amount })
const problem = z.object({ line: z.int(), column: z.string(), message: z.string() })

const waitingCard = z.object({
  card: z.string(),
  unit: z.string(),
  driver: z.string(),
  count: z.int(),
  net: amount,
})

export const purchaseCheckResponse = z.object({
  layout: z.string().nullable().describe('The recognized layout; null: the columns are matched'),
  provider: cards.fields.provider.schema,
  asksProvider: z.boolean().describe('Whether the file does not say the provider'),
  heading: z.int().describe('The row of the titles'),
  titles: z.array(z.string()),
  columns: z.array(z.string().nullable()).nullable().describe('Of a file that is not recognized'),
  example: z.array(z.string()).describe('The first row below the titles'),
  missing: z.array(z.string()).describe('What no column is matched to and must be'),
  rows: z.int(),
  sums: z.array(sum),
  total: z.object({
    title: z.string(),
    printed: amount.nullable().describe("The file's own total; null if it prints none"),
    rows: amount.describe('The sum of the same column'),
    unexplained: amount.nullable(),
    unread: amount.describe('Of the rows that can’t be read'),
    others: amount.describe('Of the rows that are no purchases'),
  }),
  sample: z.array(sample),
  problems: z.array(problem),
  problemCount: z.int(),
  others: z.array(described),
  otherCount: z.int(),
  leftOut: z.array(z.object({ line: z.int(), text: z.string() })).describe('Totals and notes'),
  leftOutCount: z.int(),
  leftOutSheets: z.array(z.string()).describe('Other sheets with purchases'),
  negative: z
    .enum(['charges', 'credits', 'unknown'])
    .nullable()
    .describe('What amounts below 0 are, if most of the file are'),
  days: z.object({
    order: z.enum(['mdy', 'dmy']).describe('How days such as 3/11/2026 are read'),
    example: z
      .string()
      .nullable()
      .describe('A day that can be read both ways; null if the file shows its order'),
  }),
  daysAsBefore: z.boolean().describe('The order is that of the last file of this kind'),
  piles: z.object({
    ready: z.int(),
    waiting: z.int(),
    conflict: z.int(),
    same: z.int().describe('Rows that are here already'),
  }),
  waiting: z.array(waitingCard),
  approvedWeeks: z
    .object({ count: z.int(), net: amount })
    .nullable()
    .describe('Purchases of weeks whose statements are approved; null: nobody has to decide'),
})

export type PurchaseCheck = z.output<typeof purchaseCheckResponse>

export const purchasesImportedResponse = z.object({
  importId: z.int().nullable().describe('Null if the file had nothing new'),
  imported: z.int(),
  ready: z.int(),
  waiting: z.int(),
  chargedBefore: z.int().describe('Ignored, as their weeks were settled before'),
  conflicts: z.int(),
  same: z.int(),
  held: z
    .int()
    .describe('Rows with new figures for a purchase whose day is not decided yet: not stored'),
  readings: z.int().describe('Odometer readings that the file gave'),
})

export type PurchasesImported = z.output<typeof purchasesImportedResponse>

/** `confirmed`: the question that is answered with yes. */
export const undoQuery = z.object({ confirmed: z.string().max(100).optional() })

const fields = {
  madeAt: { ...optionalText('Imported'), control: 'day' as const, kept: true as const },
  fileName: text('File'),
  provider: cards.fields.provider,
  layout: optionalText('Layout'),
  rows: optionalCount('Rows', 0, 9_999_999),
  total: signedMoney('Total'),
}

const counted = (label: string) => ({
  ...optionalCount(label, 0, 9_999_999),
  kept: true as const,
})

/** The fields of the table; the list counts purchases too. */
export const cardImportFields = fields

export const cardImports = {
  name: 'card-imports',
  singular: 'Card File',
  title: 'Card Files',
  description:
    'The files of card companies that were imported. Undo an import to take its purchases out.',
  label: 'fileName',
  fields: {
    ...fields,
    importedOn: { ...day('Imported On'), kept: true as const },
    purchases: counted('Purchases'),
    waiting: counted('Whose Truck?'),
  },
  columns: [
    { title: 'Imported', fields: ['madeAt'], show: 'instant' },
    'fileName',
    { title: 'Provider', fields: ['provider'], second: { field: 'layout' } },
    'rows',
    'purchases',
    'waiting',
    'total',
  ],
  card: ['madeAt', 'purchases', 'total'],
} as const satisfies Listing
