/** The requests and forms of a line: deduction, extra pay and reimbursement (SPEC C1, C18). */
import { z } from 'zod'
import { changedRecordSchema } from '#core/entities/entity.ts'
import { optionalAmount } from '#core/fields/amounts.ts'
import { flag, optionalChoice } from '#core/fields/choices.ts'
import { choice } from '#core/fields/fields.ts'
import { withHelp } from '#core/fields/help.ts'
import type { Amount } from '#core/money.ts'
import { EXTRA_PAY_OPTIONS, listExtraPayOptions, type ExtraPayType } from './extra-pay.ts'
import { lineFields, lineFormFields, type LineValues } from './lines.ts'

const subjectToPercentField = flag('Percentage Deductions', {
  no: "Don't include",
  yes: 'Include',
})

/** The form of extra pay. Its category is "other". `stored`: the type of a line that is edited. */
export function extraPayFormFields(stored: ExtraPayType | null) {
  return {
    extraPay: withHelp(
      choice('Type', listExtraPayOptions(stored), { formDefault: 'bonus' }),
      'For pay that does not belong to a load. Detention or layover of a load: add a charge to the load.',
    ),
    date: lineFields.date,
    description: lineFields.description,
    reference: lineFields.reference,
    quantity: lineFields.quantity,
    rate: lineFields.rate,
    pay: optionalAmount('Amount', 'money'),
    subjectToPercent: subjectToPercentField,
  }
}

/** The form of a reimbursement: a credit in its category. */
export const reimbursementFormFields = {
  category: lineFields.category,
  date: lineFields.date,
  description: lineFields.description,
  reference: lineFields.reference,
  credit: optionalAmount('Amount', 'money'),
}

/**
 * What a request for extra pay or a reimbursement has instead of a negative amount: `pay` for extra pay, or `credit` for
 * a reimbursement. Both are positive.
 */
type CreditRequest = {
  extraPay?: ExtraPayType | null | undefined
  subjectToPercent?: boolean | undefined
  pay?: Amount | null | undefined
  credit?: Amount | null | undefined
}

const creditSchemas = {
  extraPay: optionalChoice('Type', EXTRA_PAY_OPTIONS).schema.optional(),
  subjectToPercent: subjectToPercentField.schema.optional(),
  pay: optionalAmount('Amount', 'money')
    .schema.optional()
    .describe('For extra pay: a positive amount. Blank: quantity × rate.'),
  credit: optionalAmount('Amount', 'money')
    .schema.optional()
    .describe('For a reimbursement: a positive amount.'),
}

/** The body of a request for a new line. */
export type NewLine = Partial<Omit<LineValues, 'amount'>> & {
  kind?: 'extra-pay' | undefined
  amount?: Amount | null | undefined
} & CreditRequest

/**
 * The default date is the settlement's. The amount may be left out if quantity and rate are sent. Extra pay has no
 * category: it is in "other". `findLineError` checks that the fields agree.
 */
export const newLineSchema = z
  .object({
    ...Object.fromEntries(
      Object.entries(lineFields).map(([name, { schema }]) => [name, schema.optional()]),
    ),
    ...creditSchemas,
    category: lineFields.category.schema.optional(),
    kind: z.enum(['extra-pay']).optional().catch(undefined),
    amount: lineFormFields.amount.schema.optional(),
  })
  .superRefine((sent, context) => {
    const isPay = sent.kind !== undefined || Boolean(sent.extraPay)
    if (!isPay && sent.category === undefined)
      context.addIssue({ code: 'custom', path: ['category'], message: 'Category is required' })
  }) as unknown as z.ZodType<NewLine>

export type ChangedLine = Partial<Omit<LineValues, 'amount'>> & {
  amount?: Amount | null | undefined
} & CreditRequest

export const changedLineSchema: z.ZodType<ChangedLine> = z.intersection(
  changedRecordSchema({
    description: lineFields.description,
    reference: lineFields.reference,
    quantity: lineFields.quantity,
    rate: lineFields.rate,
    loadId: lineFields.loadId,
  }),
  z.object({
    ...creditSchemas,
    category: lineFields.category.schema.optional(),
    date: lineFields.date.schema.optional(),
    amount: lineFormFields.amount.schema.optional(),
  }),
)
