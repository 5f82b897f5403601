/** Settling a void statement's truck and date again: the undo of a void (SPEC C94). */
import { z } from 'zod'
import { settlementResponse } from '#core/settlements/responses.ts'
import { comparisonSchema } from '#core/settlements/comparison/statement-view.ts'
import type { Comparison } from '#core/settlements/comparison/compare-statements.ts'
import { toCents } from '#core/money.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { ApprovalState } from '#core/settlements/approval.ts'
import { SETTLEMENT_STATUSES } from '#core/statuses.ts'

const partner = z.object({
  id: z.int(),
  number: z.int(),
  truck: z.string().describe('Number of the truck, as printed'),
  settledAs: z
    .int()
    .nullable()
    .describe('The settlement that has its truck and date now; null: it can be settled again'),
})

/** Whether a void statement can be settled again, and what replaced it. */
export const settleAgainState = z.object({
  settledAs: z
    .object({
      id: z.int(),
      number: z.int().nullable().describe('Statement number; null for a draft'),
    })
    .nullable()
    .describe('The settlement that has the truck and date now; null: it can be settled again'),
  partners: z.array(partner).describe('Statements that were offset with it and voided with it'),
})

/** The new draft, compared with the void statement before its offsets and its carry-forward. */
export const settledAgainResponse = z.object({
  settlement: settlementResponse,
  number: z.int().describe('Number of the void statement'),
  isEqual: z.boolean().describe('All figures and loads are those of the void statement'),
  comparison: comparisonSchema,
  notes: z.array(z.string()).describe('Loads that changed, and lines that are elsewhere now'),
  partners: settleAgainState.shape.partners,
})

export type SettleAgainState = z.output<typeof settleAgainState>
export type VoidedPartner = SettleAgainState['partners'][number]

/** The response of `POST /api/billing/{id}/settle-again`. */
export type SettledAgain = {
  settlement: Settlement
  number: number
  isEqual: boolean
  comparison: Comparison
  notes: string[]
  partners: VoidedPartner[]
}

export const NOT_VOID = 'Only a void statement can be settled again'
export const PAYEE_GONE =
  'The payee of this statement was deleted. Restore the owner or driver first, or create a new settlement.'

/** Why a void statement cannot be settled again: another settlement has its truck and date. */
export function takenMessage({
  number,
  status,
  holdReason,
}: Pick<ApprovalState, 'number' | 'status' | 'holdReason'>): string {
  if (number !== null) {
    const label = SETTLEMENT_STATUSES.find(({ value }) => value === status)?.label ?? status
    return `Statement ${number} has this truck and date now (${label.toLowerCase()})`
  }
  const held = holdReason === null ? '' : ` It is on hold: ${holdReason}.`
  return `A draft has this truck and date now.${held} Approve it, or delete it first.`
}

/** Whether no figure of the draft differs from the void statement. */
export function isSame({ loads, miles, rows, net }: Comparison): boolean {
  const isZero = ({ difference }: { difference: string | null }) =>
    difference !== null && toCents(difference) === 0n
  return loads.current === loads.previous && [miles, net, ...rows].every(isZero)
}
