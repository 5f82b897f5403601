/** A settlement: revenue of a truck's loads for a settlement date, less the categories of expenses. */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import type { PrintedCharge } from '#core/charges/printed.ts'
import { changedRecordSchema, newRecordSchema } from '#core/entities/entity.ts'
import { day, requiredReference } from '#core/fields/fields.ts'
import { optionalMoney } from '#core/fields/amounts.ts'
import { notes, optionalText } from '#core/fields/text.ts'
import type { Language } from '#core/languages.ts'
import { addUp, toCents, type Amount, type Cents } from '#core/money.ts'
import { payeeFields, type ApprovalState } from './approval.ts'

const expenseFields = {
  fuel: optionalMoney('Fuel'),
  truckPayment: optionalMoney('Truck Payment'),
  trailerRental: optionalMoney('Trailer Rental'),
  insurance: optionalMoney('Insurance'),
  maintenance: optionalMoney('Maintenance'),
  tires: optionalMoney('Tires'),
  permits: optionalMoney('Permits'),
  tolls: optionalMoney('Tolls'),
  parking: optionalMoney('Parking'),
  factoring: optionalMoney('Factoring'),
  other: optionalMoney('Other'),
}

export type ExpenseCategory = keyof typeof expenseFields
export type Expenses = Record<ExpenseCategory, Amount>

/** The categories (SPEC A9), in the order of the form and of the statement. */
export const EXPENSE_CATEGORIES = Object.keys(expenseFields) as ExpenseCategory[]

/** The fields that a request can set; the server computes the others (SPEC B18, B28). */
export const settlementFields = {
  truckId: requiredReference('Truck', 'trucks'),
  settlementDate: day('Settlement Date'),
  ...expenseFields,
  notes: notes('Notes'),
}

/** The reason for the amount typed for "other" (SPEC C19, 49 CFR 376.12(h)). */
export const otherReasonField = optionalText('Reason')

/**
 * A category that is left out has the sum of its lines. `startFromDefaults`: the company's default deductions add
 * lines too (SPEC B30); the form and the settlement run send it.
 */
export const newSettlementSchema = z.intersection(
  z.intersection(
    newRecordSchema({
      truckId: settlementFields.truckId,
      settlementDate: settlementFields.settlementDate,
      notes: settlementFields.notes,
    }),
    changedRecordSchema(expenseFields),
  ),
  z.object({
    ownerId: payeeFields.ownerId.schema.optional(),
    otherReason: otherReasonField.schema.optional(),
    driverId: payeeFields.driverId.schema.optional(),
    startFromDefaults: z.boolean('startFromDefaults must be true or false').default(false),
  }),
)

/**
 * Truck and date can be sent, unchanged (SPEC B27). `recalculate`: replaces the stored revenue with the revenue of
 * the current loads (SPEC B28).
 */
export const changedSettlementSchema = z.intersection(
  changedRecordSchema({ ...expenseFields, notes: settlementFields.notes }),
  z.object({
    truckId: settlementFields.truckId.schema.optional(),
    settlementDate: settlementFields.settlementDate.schema.optional(),
    ownerId: payeeFields.ownerId.schema.optional(),
    otherReason: otherReasonField.schema.optional(),
    driverId: payeeFields.driverId.schema.optional(),
    recalculate: z.boolean('recalculate must be true or false').default(false),
  }),
)

/** The sum of the categories, in cents (SPEC A5). */
export function totalExpenses(expenses: Expenses): Cents {
  return addUp(EXPENSE_CATEGORIES.map((category) => expenses[category]))
}

/** Revenue less the categories, in cents; may be negative (SPEC A5). */
export function netPayment(totalRevenue: Amount, expenses: Expenses): Cents {
  return toCents(totalRevenue) - totalExpenses(expenses)
}

export function noExpenses(): Expenses {
  return Object.fromEntries(EXPENSE_CATEGORIES.map((name) => [name, '0.00'])) as Expenses
}

/** Path of a settlement's PDF (SPEC B31). */
export function statementPath(id: number, language: Language = 'en'): string {
  const path = `/api/billing/${id}/statement.pdf`
  return language === 'en' ? path : `${path}?language=${language}`
}

/** A settlement, as `/api/billing` returns it. */
export type Settlement = Expenses &
  ApprovalState & {
    id: number
    userId: string
    truckId: number
    settlementDate: Day
    weekNumber: number
    weekYear: number
    startDate: Day
    endDate: Day
    totalRevenue: Amount
    totalExpenses: Amount
    netPayment: Amount
    /** The extra pay among the expenses, a positive amount (SPEC C18). */
    extraPay: Amount
    /** The revenue of the loads plus extra pay. */
    grossPay: Amount
    notes: string | null
    statementUrl: string | null
    version: number
    createdAt: string
    updatedAt: string
  }

/** One truck in one calendar year: revenue by delivery date, expenses by settlement date (SPEC B32). */
export type YearToDate = {
  revenue: Amount
  expenses: Amount
  /** The extra pay among the expenses, a positive amount. */
  extraPay: Amount
  net: Amount
  loads: number
}

/** The truck and date of a settlement. At most one settlement with them is not void (SPEC B27). */
export type TruckDate = { truckId: number; settlementDate: Day }

/** A load, as a settlement and its statement list it. */
export type SettlementLoad = {
  id: number
  loadId: string
  broker: string | null
  driver: string | null
  driver2: string | null
  pickupCity: string | null
  pickupState: string
  pickupDate: Day
  deliveryCity: string | null
  deliveryState: string
  deliveryDate: Day | null
  cargoType: string | null
  weight: Amount
  miles: Amount
  emptyMiles: Amount
  revenue: Amount
  /** On a statement, for a load with charges: the charges that pay the owner (SPEC C104). */
  charges?: PrintedCharge[]
}
