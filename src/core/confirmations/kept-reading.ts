/** What was read from a rate confirmation, and what the person kept (SPEC C126). */
import { z } from 'zod'
import { shortText } from '#core/fields/checks.ts'
import { parseAmount } from '#core/money.ts'
import { CONFIRMATION_STATES } from './confirmation-state.ts'
import { READ_FIELDS, READER_VERSION, type Reading } from './reading.ts'

const LONGEST_VALUE = 200
const LONGEST_KEPT = 2_000
const MAX_KEPT = 60

const text = z.string().max(LONGEST_VALUE)
const points = z.number().min(-10_000).max(20_000)

const readValue = z.object({
  value: text,
  words: text,
  page: z.int().min(0).max(99),
  box: z.object({ x: points, y: points, width: points, height: points }),
  confidence: z.number().min(0).max(100).optional().describe('Only for a value from a scan'),
})

const amount = z
  .string()
  .max(20)
  .refine((typed) => parseAmount(typed) !== null, 'Not an amount')

/** `kept`: the load's fields as they were saved. */
export const keptReadingSchema = z.object({
  readerVersion: z.int().positive(),
  layout: shortText('Layout', 40).nullable(),
  total: amount.nullable().describe('Null if the document is not clear about it'),
  values: z.partialRecord(z.enum(READ_FIELDS), readValue),
  isScan: z.boolean().optional().describe('The pages have no text'),
  kept: z
    .record(z.string().max(40), z.string().max(LONGEST_KEPT))
    .refine((fields) => Object.keys(fields).length <= MAX_KEPT, 'Too many fields'),
})

export type KeptReading = z.output<typeof keptReadingSchema>

/** `taken`: the load's form when it was saved; empty if the paper was only read. Long texts are cut: they are only compared. */
export function toKeptReading(
  { layout, fields }: Pick<Reading, 'layout' | 'fields'>,
  taken: Readonly<Record<string, string>>,
  isScan = false,
): KeptReading {
  const entries = Object.entries(fields).map(([name, { value, words, ...place }]) => [
    name,
    { ...place, value: value.slice(0, LONGEST_VALUE), words: words.slice(0, LONGEST_VALUE) },
  ])
  const kept = Object.entries(taken).map(([name, value]) => [name, value.slice(0, LONGEST_KEPT)])
  return {
    readerVersion: READER_VERSION,
    layout,
    total: fields.total?.value ?? null,
    values: Object.fromEntries(entries),
    ...(isScan ? { isScan } : {}),
    kept: Object.fromEntries(kept),
  }
}

/** A total that a person read on the paper. Null removes it. */
export const typedTotalSchema = z.object({ total: amount.nullable() })

/** About the newest rate confirmation. `documentId`, `state`: null if there is none. `total`: null if it is not known. */
export const confirmedTotalSchema = z.object({
  documentId: z.int().nullable(),
  state: z.enum(CONFIRMATION_STATES).nullable(),
  total: z.string().nullable(),
  typedBy: z.string().nullable().describe('Who typed it, if a person did'),
  load: z.object({ revenue: z.string(), billedTotal: z.string(), chargeCount: z.int() }),
})

export type ConfirmedTotal = z.output<typeof confirmedTotalSchema>
