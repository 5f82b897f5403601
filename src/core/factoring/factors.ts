/** Factors: companies that buy invoices, with what invoices print and what they pay (SPEC C210). */
import { z } from 'zod'
import { newRecordSchema, type Listing } from '#core/entities/entity.ts'
import { optionalCount, optionalFloor, percentage } from '#core/fields/amounts.ts'
import { linesOfText } from '#core/fields/checks.ts'
import { flag } from '#core/fields/choices.ts'
import { day, optionalDay, TODAY } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import { address, optionalEmails, optionalText, text } from '#core/fields/text.ts'
import { RATE_PLACES, toUnits } from '#core/decimals.ts'
import type { Amount } from '#core/money.ts'

const noticeSchema = linesOfText('Notice of Assignment', 2000).min(
  1,
  'Notice of assignment is required',
)
const ALL_PERCENT = toUnits('100', RATE_PLACES)

const factorFields = {
  name: text('Factor'),
  remitTo: withHelp(address('Remit-To Address'), 'Where brokers pay, as invoices print it'),
  notice: withHelp(
    { ...address('Notice of Assignment'), schema: noticeSchema },
    'The text that your factor wants on every invoice',
  ),
  email: optionalEmails('Email'),
  clientNumber: withHelp(optionalText('Client Number'), 'The factor’s number for you'),
  advancePercent: percentage('Advance (%)'),
  feePercent: percentage('Fee (%)'),
  recourseDays: withHelp(
    optionalCount('Recourse (Days)', 1, 365),
    'Days after the purchase until the factor charges back an unpaid invoice. Blank: non-recourse',
  ),
  isDefault: withHelp(
    flag('For All Brokers', { yes: 'Yes', no: 'No' }),
    'Invoices go to this factor unless the broker’s page says otherwise',
  ),
  firstDay: day('First Invoice Day', TODAY),
  lastDay: optionalDay('Last Invoice Day'),
}

/** Advance and fee are both percentages of the face amount. */
export const newFactorSchema = newRecordSchema(factorFields).superRefine((factor, context) => {
  if (
    toUnits(factor.advancePercent, RATE_PLACES) + toUnits(factor.feePercent, RATE_PLACES) >
    ALL_PERCENT
  )
    context.addIssue({
      code: 'custom',
      path: ['feePercent'],
      message: 'Advance and fee can’t add up to more than 100 percent',
    })
  if (factor.lastDay !== null && factor.lastDay < factor.firstDay)
    context.addIssue({
      code: 'custom',
      path: ['lastDay'],
      message: 'Last invoice day must not be before the first',
    })
})

export type NewFactor = z.output<typeof newFactorSchema>

/** The choice for one broker. `factorId` null: billed directly, although there is a default factor. */
export const factorBrokerFields = {
  approvedLimit: withHelp(
    optionalFloor('Approved Limit'),
    'The credit limit that the factor approved for this broker. Blank: no limit',
  ),
}

export const factorBrokerSchema = z.intersection(
  newRecordSchema(factorBrokerFields),
  z.object({
    choice: z.enum(['default', 'direct', 'factor'], 'Choose who the broker pays'),
    factorId: z.int('Factor was not found').positive('Factor was not found').nullable(),
  }),
)

export type FactorBroker = {
  choice: 'default' | 'direct' | 'factor'
  factorId: number | null
  approvedLimit: Amount | null
}

/** Factors, declared like an entity for the audit log and the account's CSV files. */
export const factors = {
  name: 'factors',
  singular: 'Factor',
  title: 'Factors',
  description: 'Companies that buy your invoices.',
  label: 'name',
  fields: factorFields,
  columns: ['name'],
} as const satisfies Listing
