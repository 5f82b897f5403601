/** Requests and responses about checks of brokers (SPEC C228–C233). */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { choice, day } from '#core/fields/fields.ts'
import { shortText } from '#core/fields/checks.ts'
import { notes } from '#core/fields/text.ts'
import { ANSWERS } from './answers.ts'
import { FILE_KINDS } from './file-kinds.ts'
import { LONGEST_CELL, MAX_ROWS } from './pick-rows.ts'

export const MANUAL_RESULTS = [
  { value: 'active', label: 'Authority active' },
  { value: 'not-active', label: 'Authority not active' },
  { value: 'unclear', label: 'Not clear' },
] as const

export type ManualResult = (typeof MANUAL_RESULTS)[number]['value']

/** A check that a member made on the official page or by phone. */
export const manualCheckFields = {
  day: day('Date'),
  result: choice('Result', MANUAL_RESULTS, { formDefault: 'active' }),
  note: notes('Note'),
}

export const manualCheckSchema = newRecordSchema(manualCheckFields)

export type ManualCheck = z.output<typeof manualCheckSchema>

const numberKey = z.string().max(20).describe('"USDOT 1234567" or "MC 123456"')
const title = z.string().max(LONGEST_CELL)

/** The rows of the account's brokers that the browser picked from a file. */
export const pickedFileSchema = z.object({
  name: shortText('File name', 200),
  day: day('File day').schema,
  rowCount: z.int().min(1).max(100_000_000).describe('Rows of the whole file'),
  searched: z.array(numberKey).max(MAX_ROWS).describe('The numbers that the file was searched for'),
  rows: z
    .array(z.record(title, z.string().max(LONGEST_CELL)))
    .max(MAX_ROWS)
    .describe('The rows with one of these numbers: values by title'),
  titles: z.array(title).min(1).max(400).describe('The titles of the file'),
})

export type SentFile = z.output<typeof pickedFileSchema>

const kind = z.enum(FILE_KINDS).describe('Motus Carrier, Motus Insur or Company Census')
const answer = z.enum(ANSWERS)
const instant = z.string().describe('"2026-11-20T15:04:05.000Z"')

export const importedFileResponse = z.object({
  kind,
  day: z.string(),
  found: z.int().describe('Brokers with a row in the file'),
  absent: z.int().describe('Brokers that were searched for and are not in the file'),
})

export type ImportedFile = z.output<typeof importedFileResponse>

const fileAnswerResponse = z.object({
  kind,
  day: z.string().describe('The day of the file'),
  answer,
  bondMissing: z
    .boolean()
    .describe('The authority is active and requires a bond, but none is on file'),
  rows: z.array(z.record(z.string(), z.string())).describe('What the file has, by title'),
})

const manualCheckResponse = z.object({
  id: z.int(),
  day: z.string(),
  result: z.enum(MANUAL_RESULTS.map(({ value }) => value)),
  note: z.string().nullable(),
  checkedBy: z.string().describe('Name of the member'),
  checkedAt: instant,
})

export const brokerChecksResponse = z.object({
  notes: z
    .array(z.string())
    .describe('Notes about the broker’s own data. They do not block anything.'),
  answers: z.array(fileAnswerResponse).describe('From the newest file of each kind'),
  news: z.array(z.string()).describe('What changed since the previous file'),
  notSearched: z
    .array(kind)
    .describe('Kinds of files that were imported before the broker had these numbers'),
  manual: z.array(manualCheckResponse).describe('Newest first'),
  checkedOn: z.string().nullable().describe('Last day on which the authority was checked'),
  due: z.boolean().describe('Not checked within the number of days in the settings'),
  links: z.array(z.object({ key: numberKey, url: z.string() })).describe('Official pages'),
})

export type BrokerChecks = z.output<typeof brokerChecksResponse>

export const brokerBadgeResponse = z.object({
  text: z.string().nullable().describe('"Broker authority active, file of 11/20/2026"'),
  answer: answer.nullable(),
  bondMissing: z.boolean(),
})

export type BrokerBadge = z.output<typeof brokerBadgeResponse>

const checkedBrokerResponse = z.object({
  id: z.int(),
  companyName: z.string(),
  mcNumber: z.string().nullable(),
  dotNumber: z.string().nullable(),
  answers: z.array(fileAnswerResponse.omit({ rows: true })),
  notes: z.int().describe('The number of notes about the broker’s own data'),
  news: z.int().describe('The number of changes since the previous file'),
  checkedOn: z.string().nullable(),
  due: z.boolean(),
})

export type CheckedBrokerRow = z.output<typeof checkedBrokerResponse>

export const allChecksResponse = z.object({
  dueAfter: z.int().nullable().describe('Days; null: never'),
  files: z
    .array(
      z.object({
        kind,
        day: z.string(),
        name: z.string(),
        rowCount: z.int(),
        found: z.int(),
        importedBy: z.string(),
        importedAt: instant,
      }),
    )
    .describe('The newest file of each kind'),
  keys: z.array(numberKey).describe('The numbers of all brokers, to search a file for'),
  brokers: z.array(checkedBrokerResponse),
})

export type AllChecks = z.output<typeof allChecksResponse>

export const manualCheckMessages = {
  future: 'Date must not be in the future',
} as const

/** Whether a check is due. `checkedOn`: null if the authority was never checked. `dueAfter`: days, null for never. */
export function isCheckDue(checkedOn: Day | null, dueAfter: number | null, daysSince: number) {
  if (dueAfter === null) return false
  return checkedOn === null || daysSince >= dueAfter
}
