/** The responses of the portal's routes (SPEC C78). No response contains data of another payee or of a draft. */
import { z } from 'zod'
import { sentDocumentSchema } from '#core/documents/upload-links.ts'
import { ownQuestionResponse } from '#core/questions/line-questions.ts'
import { MAX_COUNTED } from '#core/comments/bell.ts'
import { printedStatementSchema } from './printed-statement.ts'

const amount = z.string().describe('Dollars with two decimals: "1234.50"')
const day = z.string().describe('A day: "2026-11-20"')
const text = z.string().nullable()
const time = text.describe('Appointment at the place: "08:00" or "08:00-14:00"')

export const profileResponse = z.object({
  role: z.enum(['owner', 'driver']),
  name: z.string(),
  carrier: z.object({ name: z.string(), phone: text, email: text }),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  paymentMethod: z.string(),
  bankEnding: text.describe('Last four digits of the bank details'),
  taxIdEnding: text.describe('Last four characters of the tax ID'),
  isPayee: z.boolean().describe('Truck owners, and drivers with a statement'),
})

const ownStatementResponse = z.object({
  id: z.int(),
  number: z.int(),
  status: z.enum(['approved', 'paid', 'void']),
  settlementDate: day,
  truck: z.string().describe('Number of the truck, as printed'),
  gross: amount,
  net: amount,
  paidOn: day.nullable(),
})

export const ownStatementsResponse = z.object({
  statements: z.array(ownStatementResponse),
  more: z.boolean().describe('There are older statements'),
})

export const ownPrintedStatementResponse = ownStatementResponse.extend({
  printed: printedStatementSchema,
  questions: z.array(ownQuestionResponse),
})

/** The bell of a payee: the office's answers that the person has not read (SPEC C86). */
export const ownBellResponse = z.object({
  answers: z.int().describe(`At most ${MAX_COUNTED}`),
  entries: z
    .array(
      z.object({
        id: z.int().describe('Id of the question'),
        billingId: z.int().describe('The statement'),
        number: z.int().describe('Statement number'),
        answer: z.string().describe('The beginning of the answer'),
        answeredAt: z.iso.datetime(),
      }),
    )
    .describe('The newest, newest first'),
})

export const ownBalanceResponse = z.object({
  kind: z.enum(['advance', 'loan', 'escrow', 'deferred']),
  description: z.string(),
  truck: text.describe('Null: a balance of all trucks'),
  total: amount.describe(
    'Amount of an advance or a loan, target of escrow, all that was not deducted',
  ),
  deducted: amount.describe('On statements, less refunds'),
  open: amount.describe('Owed, held in escrow, or not deducted yet'),
})

export const ownYearResponse = z.object({
  year: z.int(),
  gross: amount,
  extraPay: amount.describe('The extra pay in the gross'),
  adjustments: amount.describe('The adjustments to prior loads in the gross'),
  reimbursements: amount,
  deductions: amount,
  withheld: amount.describe('Backup withholding'),
  net: amount,
  reported: amount.describe('1099 figure'),
  payments: z.array(
    z.object({
      paidOn: day,
      kind: z.enum(['settlement', 'hand-out']),
      method: z.string(),
      reference: text,
      amount,
      isReversed: z.boolean(),
    }),
  ),
})

const ownLoadResponse = z.object({
  id: z.int(),
  number: z.string(),
  truck: text,
  trailer: text,
  broker: text,
  drivers: z.array(z.string()),
  cargo: text,
  weight: z.string().describe('Pounds'),
  pieces: z.int().nullable(),
  brokerLoadNumber: text,
  poNumber: text,
  bolNumber: text,
  pickupNumber: text,
  pickup: z.object({ city: text, state: z.string(), zip: text, day, time }),
  delivery: z.object({ city: text, state: z.string(), zip: text, day: day.nullable(), time }),
  miles: z.string(),
  emptyMiles: z.string(),
  deliveryStatus: z.string(),
  bolStatus: z.string(),
  settlementDate: day.nullable(),
  revenue: amount.nullable().describe('Null: the role does not see it'),
})

export const ownLoadsResponse = z.object({
  loads: z.array(ownLoadResponse),
  more: z.boolean().describe('There are older loads'),
})

const ownPurchaseResponse = z.object({
  id: z.int(),
  day: day.describe('The day that it was bought'),
  truck: z.string(),
  text: z.string().describe('As a statement prints it: "Diesel, Love\'s 123, Dallas TX"'),
  note: z
    .string()
    .describe(
      'Gallons, price, retail, discount and what is passed on, as a statement prints them, and the invoice',
    ),
  retail: amount,
  discount: amount,
  passedOn: amount,
  charged: amount.describe('Negative: a credit'),
})

/** What cards bought for the owner's trucks (SPEC C590). */
export const ownPurchasesResponse = z.object({
  next: z
    .array(ownPurchaseResponse)
    .describe('On no statement yet, the latest first; only on the first page'),
  charged: z
    .array(
      ownPurchaseResponse.extend({
        billingId: z.int().describe('The statement'),
        number: z.int().describe('Statement number'),
      }),
    )
    .describe('On statements that are not void, the latest first'),
  more: z.boolean().describe('There are older ones'),
})

export const ownDocumentSchema = sentDocumentSchema.extend({ loadId: z.int() })

export type Profile = z.output<typeof profileResponse>
export type OwnStatement = z.output<typeof ownStatementResponse>
export type OwnStatements = z.output<typeof ownStatementsResponse>
export type OwnPrintedStatement = z.output<typeof ownPrintedStatementResponse>
export type OwnBell = z.output<typeof ownBellResponse>
export type OwnBalance = z.output<typeof ownBalanceResponse>
export type OwnYear = z.output<typeof ownYearResponse>
export type OwnLoad = z.output<typeof ownLoadResponse>
export type OwnLoads = z.output<typeof ownLoadsResponse>
export type OwnPurchases = z.output<typeof ownPurchasesResponse>
export type OwnPurchase = OwnPurchases['next'][number]
export type OwnDocument = z.output<typeof ownDocumentSchema>
