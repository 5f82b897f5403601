/** The charges that a request sends: always all charges of a load, in order (SPEC C103). */
import { z } from 'zod'
import { newRecordSchema, responseSchema } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { computeCharge, isInRange, isRevenue, sumCharges, type ChargeInput } from './amounts.ts'
import {
  chargeFields,
  MAX_CHARGES,
  storedChargeFields,
  type Charge,
  type StoredCharge,
} from './charges.ts'
import { chargeMessages } from './messages.ts'

/** `id`: the id of a stored charge. A charge without an id is new. Fields that the role hides are missing. */
export type SentCharge = { id?: number | undefined } & Partial<Omit<Charge, 'id'>>

/** A charge as the database stores it, with its amounts. */
export type NewCharge = { id: number | null } & Omit<Charge, 'id'>

/** `fields`: the fields that the member sees. Amounts are checked if the member sees them. */
export function chargesSchema(fields: Fields = chargeFields): z.ZodType<SentCharge[]> {
  const charge = z.intersection(
    z.object({ id: z.int().positive('id must be a positive whole number').nullish() }),
    newRecordSchema(fields),
  )
  const checked = charge.superRefine((values, context) => checkCharge(values as Values, context))
  return z
    .array(checked, 'charges must be a list')
    .max(MAX_CHARGES, chargeMessages.many)
    .superRefine((charges, context) => {
      const seen = new Set<number>()
      for (const [at, { id }] of charges.entries()) {
        if (!id) continue
        if (seen.has(id))
          context.addIssue({ code: 'custom', path: [at, 'id'], message: chargeMessages.twice })
        seen.add(id)
      }
    }) as unknown as z.ZodType<SentCharge[]>
}

/** Adds the amounts that are computed from the request. */
export function completeCharge({ id, ...sent }: SentCharge & ChargeInput): NewCharge {
  const { quantity, rate, ownerShare } = sent
  const figures = computeCharge(sent)
  const ownerPercent = ownerShare === 'percent' ? sent.ownerPercent : null
  const stored = { ...sent, quantity, rate, ...figures, ownerPercent }
  return { id: id ?? null, ...(stored as Omit<Charge, 'id'>) }
}

/** The message if the sum of the charges can't be a load's revenue; null if it can. */
export function findSumProblem(charges: NewCharge[]): string | null {
  return isRevenue(sumCharges(charges).revenue) ? null : chargeMessages.sum
}

/** "charges.2.amount" → messages, by the field of each charge. */
export function listChargeErrors(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const name = ['charges', ...path].join('.')
    fields[name] = [...(fields[name] ?? []), message]
  }
  return fields
}

const chargeResponse = responseSchema(storedChargeFields).omit({ userId: true })

export const chargesResponse = z.object({
  version: z.int().describe('Version of the load; send it as If-Match'),
  revenue: z.string().optional().describe('What pays the truck owner'),
  billedTotal: z.string().optional().describe('What the broker is billed'),
  charges: z.array(chargeResponse).describe('In their order on the load'),
})

/** The charges of a load as a member sees them. */
export type ChargesOfLoad = {
  version: number
  revenue?: string
  billedTotal?: string
  charges: StoredCharge[]
}

type Values = Partial<ChargeInput> & { arrivedAt?: string | null; departedAt?: string | null }

function checkCharge(values: Values, context: z.RefinementCtx): void {
  const reject = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { arrivedAt, departedAt } = values
  if (arrivedAt && departedAt && departedAt < arrivedAt) reject('departedAt', chargeMessages.left)
  // The role hides the amounts.
  if (values.ownerShare === undefined) return
  checkAmounts(values as ChargeInput, reject)
}

function checkAmounts(charge: ChargeInput, reject: (field: string, message: string) => void): void {
  const { quantity, rate, amount, ownerShare, ownerPercent, ownerAmount } = charge
  if ((quantity === null) !== (rate === null))
    return reject(quantity === null ? 'quantity' : 'rate', chargeMessages.both)
  if (quantity === null && amount === null) return reject('amount', chargeMessages.amountRequired)
  if (ownerShare === 'percent' && ownerPercent === null)
    return reject('ownerPercent', chargeMessages.percentRequired)
  if (ownerShare === 'amount' && ownerAmount === null)
    return reject('ownerAmount', chargeMessages.ownerAmountRequired)
  if (!isInRange(computeCharge(charge).amount)) reject('amount', chargeMessages.amountRange)
}
