/** How an account bills its brokers (SPEC C166). */
import { z } from 'zod'
import { newRecordSchema, responseShape } from '#core/entities/entity.ts'
import { optionalCount } from '#core/fields/amounts.ts'
import { choice, optionalDay } from '#core/fields/fields.ts'
import { wide, withHelp } from '#core/fields/help.ts'
import { notes, optionalAddress, optionalText } from '#core/fields/text.ts'

/** QuickBooks accepts at most 21 characters, and the sequence needs some of them. */
export const LONGEST_NUMBER = 21
const LONGEST_PREFIX = 10
/** With the longest prefix, every number has at most 21 characters. */
const HIGHEST_FIRST_NUMBER = 999_999_999
const PREFIX = new RegExp(String.raw`^[\w-]{1,${LONGEST_PREFIX}}$`)

const DEFAULT_TERMS_DAYS = 30

const NUMBERINGS = [
  { value: 'sequence', label: '1, 2, 3 …' },
  { value: 'load-number', label: 'Load number' },
] as const

export type Numbering = (typeof NUMBERINGS)[number]['value']

const prefix = optionalText('Number Prefix')
const firstNumber = optionalCount('First Invoice Number', 1, HIGHEST_FIRST_NUMBER)
const terms = optionalCount('Default Terms (Days)', 0, 365)

export const billingSettingsFields = {
  termsDays: withHelp(
    { ...terms, defaultValue: DEFAULT_TERMS_DAYS, formDefault: String(DEFAULT_TERMS_DAYS) },
    'For brokers without their own terms. 0: due on receipt',
  ),
  numbering: choice('Invoice Numbers', NUMBERINGS, {
    formDefault: 'sequence',
    defaultValue: 'sequence',
  }),
  firstNumber: withHelp(
    { ...firstNumber, formDefault: '1' },
    'If your last invoice elsewhere was 1042, enter 1043',
  ),
  numberPrefix: withHelp(
    {
      ...prefix,
      schema: prefix.schema.refine(
        (value) => value === null || PREFIX.test(value),
        `Number prefix can have up to ${LONGEST_PREFIX} letters A to Z, digits, hyphens and underscores`,
      ),
    },
    'INV- makes INV-1042',
  ),
  remitToName: wide(withHelp(optionalText('Remit-To Name'), 'Blank: your company')),
  remitToAddress: optionalAddress('Remit-To Address'),
  mcNumber: optionalText('MC Number'),
  dotNumber: optionalText('DOT Number'),
  note: withHelp(notes('Note on Invoices'), 'Printed below the total of each invoice'),
  startsOn: withHelp(
    optionalDay('Bill Loads Delivered Since'),
    'Older loads are not listed as ready to bill',
  ),
}

export const billingSettingsSchema = newRecordSchema(billingSettingsFields)
export type BillingSettings = z.output<typeof billingSettingsSchema>

export const billingSettingsResponse = z.object({
  ...responseShape(billingSettingsFields),
  version: z.int().describe('0 before the first save'),
  lastNumber: z
    .int()
    .nullable()
    .describe('The last number given out. The first number is fixed unless this is null'),
})
export type SavedBillingSettings = BillingSettings & { version: number; lastNumber: number | null }

export const billingSettingsMessages = {
  /** `first` and `last`: numbers of the sequence that are used (SPEC C344). */
  fixedFirstNumber: (first: number, last: number) =>
    `${first === last ? `Invoice number ${first} is` : `Invoice numbers ${first} to ${last} are`} used, so the first number can’t change`,
}
