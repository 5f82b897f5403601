/** Request bodies of money received (SPEC C192–C198). */
import { z } from 'zod'
import { changedRecordSchema, newRecordSchema } from '#core/entities/entity.ts'
import { money, optionalFloor, positiveMoney } from '#core/fields/amounts.ts'
import { choice, day, TODAY } from '#core/fields/fields.ts'
import { optionalText, text } from '#core/fields/text.ts'
import type { Day } from '#core/calendar.ts'
import { toCents, type Amount } from '#core/money.ts'
import {
  BEARERS,
  DIFFERENCE_KINDS,
  RECEIPT_METHODS,
  type Bearer,
  type DifferenceKind,
} from './kinds.ts'
import { editableFields, receivedFields } from './receipts.ts'

/** The maximum number of invoices on one receipt. */
const MAX_PARTS = 500
const MAX_DIFFERENCES = 5

const invoiceId = z.int('Invoice was not found').positive('Invoice was not found')
const loadId = z.int('Load was not found').positive('Load was not found')

const differenceSchema = z.object({
  kind: choice('Reason', DIFFERENCE_KINDS, { formDefault: 'short-pay-disputed' }).schema,
  amount: positiveMoney('Difference').schema,
  reason: optionalText('Note').schema.default(null),
  bears: z
    .enum(
      BEARERS.map(({ value }) => value),
      'Choose who absorbs the cost',
    )
    .nullable()
    .default(null),
  /** Only for a short pay that carrier and owner share. */
  ownerAmount: positiveMoney('Owner’s share').schema.nullable().default(null),
  loadId: loadId.nullable().default(null),
})

/** The part of an invoice that the broker did not pay. `ownerAmount`: 0.00 if the carrier absorbs it. */
export type NewDifference = {
  kind: DifferenceKind
  amount: Amount
  reason: string | null
  bears: Bearer | null
  ownerAmount: Amount | null
  loadId: number | null
}

const partSchema = z.object({
  invoiceId,
  amount: money('Amount').schema.default('0.00'),
  differences: z.array(differenceSchema).max(MAX_DIFFERENCES, 'Too many differences').default([]),
})

/** Money and differences on one invoice. */
export type NewReceiptPart = { invoiceId: number; amount: Amount; differences: NewDifference[] }

const parts = z
  .array(partSchema, 'Parts must be a list')
  .max(MAX_PARTS, `At most ${MAX_PARTS} invoices`)
  .superRefine((given, context) => {
    const seen = new Set<number>()
    for (const [at, part] of given.entries()) {
      const reject = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [at, field], message })
      if (seen.has(part.invoiceId)) reject('invoiceId', 'This invoice is listed twice')
      seen.add(part.invoiceId)
      if (toCents(part.amount) === 0n && !part.differences.length)
        reject('amount', 'Amount must be more than 0.00')
    }
  })

const confirmedFields = z
  .array(z.string(), 'confirmed must be a list of fields')
  .max(20, 'confirmed has too many fields')
  .default([])

const { brokerId, receivedOn, method, reference, amount, depositedOn, note } = receivedFields

export const newReceiptSchema = z.intersection(
  newRecordSchema({ brokerId, receivedOn, method, reference, amount, depositedOn, note }),
  z.object({ parts: parts.default([]), confirmed: confirmedFields }),
)

export type NewReceipt = {
  brokerId: number
  receivedOn: Day
  method: string
  reference: string | null
  amount: Amount
  depositedOn: Day | null
  note: string | null
  parts: NewReceiptPart[]
  confirmed: string[]
}

/** An omitted value stays as it is. */
export const editReceiptSchema = z.intersection(
  changedRecordSchema(editableFields),
  z.object({ confirmed: confirmedFields }),
)

/** The body of a request that applies unapplied money to invoices. */
export const applyReceiptSchema = z.object({
  day: day('Date', TODAY).schema,
  parts: parts.min(1, 'Choose an invoice'),
  confirmed: confirmedFields,
})

export const reverseFields = { day: day('Date', TODAY), reason: text('Reason') }
export const reverseReceiptSchema = z.intersection(
  newRecordSchema(reverseFields),
  z.object({ confirmed: confirmedFields }),
)

export const receiptRefundFields = {
  day: day('Date', TODAY),
  amount: positiveMoney('Amount'),
  method: choice('Method', RECEIPT_METHODS, { formDefault: 'check' }),
  reference: optionalText('Check # or Reference'),
  reason: text('Reason'),
}
export const refundReceiptSchema = z.intersection(
  newRecordSchema(receiptRefundFields),
  z.object({ confirmed: confirmedFields }),
)

/** The body of a request that ends a part, a difference or a refund on its own day. */
export const endFields = { day: day('Date', TODAY), reason: text('Reason') }
export const endSchema = z.intersection(
  newRecordSchema(endFields),
  z.object({ confirmed: confirmedFields }),
)

/** The body of a request that unapplies money from an invoice. A blank amount is all of it. */
export const unapplyFields = { day: day('Date', TODAY), amount: optionalFloor('Amount') }
export const unapplySchema = z.intersection(
  newRecordSchema(unapplyFields),
  z.object({ confirmed: confirmedFields }),
)

/** The body of a request for differences without money, such as a write-off. */
export const newDifferencesSchema = z.object({
  brokerId: brokerId.schema,
  day: day('Date', TODAY).schema,
  parts: parts.min(1, 'Choose an invoice'),
  confirmed: confirmedFields,
})
