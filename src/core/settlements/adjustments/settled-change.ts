/** The question before a change of loads that are on locked statements (SPEC C360). */
import { z } from 'zod'
import { SETTLED } from '#core/api.ts'
import type { Day } from '#core/calendar.ts'
import { formatMoney, toCents, type Amount } from '#core/money.ts'

/** `adjust`: on the trucks' next settlements, in the same request. `leave`: the difference stays open. */
const SETTLED_ANSWERS = ['adjust', 'leave'] as const
export type SettledAnswer = (typeof SETTLED_ANSWERS)[number]

const answer = z.enum(SETTLED_ANSWERS, 'settled must be adjust or leave')

export const settledQuery = z.object({
  [SETTLED]: answer
    .optional()
    .describe(
      'Answers the question about loads on approved or paid statements. ' +
        'adjust: also adds the adjustments to the next settlements; leave: the differences stay open',
    ),
})

/** A locked statement that the change affects. */
export type ChangedStatement = {
  id: number
  number: number
  status: 'approved' | 'paid'
  truck: string
  /** How much the adjustment changes the net of the next settlement, earlier open changes included. */
  net: Amount
  /** The settlement date of the draft that takes the adjustment; null: there is none yet. */
  next: Day | null
  /** The truck's current payee, if only a settlement of another payee could take it (SPEC C10). */
  otherPayee: string | null
}

/** The 409 that asks. `statements`: empty for a member who does not see settlements. */
export type SettledQuestion = {
  message: string
  confirm: typeof SETTLED
  statements: ChangedStatement[]
  /** Whether the member can answer with `adjust`. */
  canAdjust: boolean
}

/** The question for members who don't see settlements has no figures (SPEC C73). */
export const HIDDEN_SETTLED_MESSAGE =
  'This changes a load that is already settled. Change it anyway?'

/** "This changes statement 309 (truck 102, paid) by -$2,075.57. Adjust the next settlement?" */
export function describeSettledChange(statements: readonly ChangedStatement[]): string {
  const parts = statements.map(
    ({ number, truck, status, net }) =>
      `statement ${number} (truck ${truck}, ${status}) by ${formatMoney(toCents(net))}`,
  )
  const shown = parts.slice(0, MOST_NAMED)
  const rest = parts.length - shown.length
  const list = rest > 0 ? `${shown.join(', ')} and ${rest} more` : joinWithAnd(shown)
  const next = statements.length === 1 ? 'next settlement' : 'next settlements'
  return `This changes ${list}. Adjust the ${next}?`
}

const MOST_NAMED = 5

function joinWithAnd(parts: string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
