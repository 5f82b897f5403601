/** Statements and balances of earlier versions whose driver the records do not name: a user names the driver (SPEC C10). */
import { z } from 'zod'
import { newRecordSchema } from '#core/entities/entity.ts'
import { requiredReference } from '#core/fields/fields.ts'
import { confirmed } from '#core/payments/confirmed.ts'

export const namedDriverFields = {
  driverId: { ...requiredReference('Driver', 'drivers'), withInactive: true as const },
}
export const namedDriverSchema = z.intersection(
  newRecordSchema(namedDriverFields),
  z.object({ confirmed }),
)

const unnamedStatement = z.object({
  billingId: z.int(),
  number: z.int(),
  truck: z.string(),
  settlementDate: z.string(),
  /** The name that the statement prints. */
  payee: z.string(),
  netPayment: z.string(),
})

const unnamedBalance = z.object({
  ruleId: z.int(),
  description: z.string(),
  truckId: z.int(),
  truck: z.string(),
  total: z.string(),
})

export const unnamedSchema = z.object({
  statements: z.array(unnamedStatement),
  balances: z.array(unnamedBalance),
})

export type UnnamedStatement = z.output<typeof unnamedStatement>
export type UnnamedBalance = z.output<typeof unnamedBalance>
export type Unnamed = z.output<typeof unnamedSchema>

export const namedSchema = z.object({
  id: z.int(),
  ownerId: z.null(),
  driverId: z.int(),
  payee: z.string(),
  version: z.int(),
})
