/** Disputed amounts of invoices (SPEC C204). */
import { z } from 'zod'
import { newRecordSchema } from '#core/entities/entity.ts'
import { positiveMoney } from '#core/fields/amounts.ts'
import { choice, day, optionalDay } from '#core/fields/fields.ts'
import { notes, optionalText } from '#core/fields/text.ts'

const DISPUTE_REASONS = [
  { value: 'missing-paper', label: 'Missing documents' },
  { value: 'rate', label: 'Rate' },
  { value: 'not-approved', label: 'Charge not approved' },
  { value: 'late-fee', label: 'Late fee' },
  { value: 'damage-claim', label: 'Damage claim' },
  { value: 'lumper', label: 'Lumper' },
  { value: 'other', label: 'Other' },
] as const

export type DisputeReason = (typeof DISPUTE_REASONS)[number]['value']

export const DISPUTE_OUTCOMES = [
  { value: 'paid', label: 'Paid' },
  { value: 'credited', label: 'Credited' },
  { value: 'written-off', label: 'Written off' },
  { value: 'withdrawn', label: 'Withdrawn by the broker' },
  { value: 'other', label: 'Other' },
] as const

export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]['value']

export const disputeFields = {
  reason: choice('Reason', DISPUTE_REASONS, { formDefault: 'rate' }),
  amount: positiveMoney('Amount'),
  openedOn: day('Opened On'),
  note: notes('Note'),
  nextStep: optionalText('Next Step'),
  nextOn: optionalDay('Next Step Due'),
}

export const disputeClosingFields = {
  closedOn: day('Closed On'),
  outcome: choice('Outcome', DISPUTE_OUTCOMES, { formDefault: 'paid' }),
}

export const disputeMessages = {
  failed: 'Failed to save the dispute',
  notOpen: 'Only an approved invoice with an open amount can be disputed',
  tooMuch: 'Amount can be at most the open amount that is not disputed yet',
  closed: 'This dispute is closed',
  early: 'Closed on must not be before the day it was opened',
  beforeInvoice: 'Opened on must not be before the invoice date',
}

const newDispute = newRecordSchema(disputeFields)

/** `confirmed`: the unusual days that the person confirmed (SPEC C385). */
const confirmed = z.object({ confirmed: z.array(z.string()).max(10).default([]) })

export const sentDisputeSchema = z.intersection(newDispute, confirmed)
export const closedDisputeSchema = z.intersection(newRecordSchema(disputeClosingFields), confirmed)

export type NewDispute = z.output<typeof newDispute>
export type SentDispute = z.output<typeof sentDisputeSchema>
export type ClosedDispute = z.output<typeof closedDisputeSchema>

const dayText = z.string().describe('A day: "2026-11-20"')

export const disputeSchema = z.object({
  id: z.int(),
  invoiceId: z.int(),
  invoiceNumber: z.string(),
  brokerId: z.int(),
  reason: z.enum(DISPUTE_REASONS.map(({ value }) => value)),
  amount: z.string().describe('Dollars with two decimals: "1234.50"'),
  openedOn: dayText,
  note: z.string().nullable(),
  nextStep: z.string().nullable(),
  nextOn: dayText.nullable(),
  closedOn: dayText.nullable(),
  outcome: z.enum(DISPUTE_OUTCOMES.map(({ value }) => value)).nullable(),
  version: z.int(),
})

export type Dispute = z.output<typeof disputeSchema>

/** "Rate", for a reason's value. */
export function nameReason(reason: DisputeReason): string {
  return DISPUTE_REASONS.find(({ value }) => value === reason)?.label ?? reason
}
