/**
 * The carry-forwards, the once-per-period deductions and the card purchases of a void statement. Voiding moved them to other settlements.
 * Settling again moves them back from drafts, so that nothing is deducted twice (SPEC C94).
 */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Work } from '#server/database/open.ts'
import { deleteLine } from '#server/settlements/lines/rows.ts'

/** A line of the void statement that another settlement has now. `number`: the number of that settlement; null for a draft. */
export type DisplacedLine = {
  /** The line of the void statement, and the line that took its place. */
  ownId: number
  id: number
  billingId: number
  number: number | null
  settlementDate: Day
  /** A person moved it there, changed its amount, or typed a lower total of its category. */
  isManual: boolean
}

/** Reads the lines of a void statement that other settlements have now. `id`: the void statement. */
export async function readDisplacedLines(
  work: Work,
  userId: string,
  id: number,
): Promise<DisplacedLine[]> {
  const { rows } = await sql<DisplacedLine>`
    with own as materialized (select id, kind, carried_from, rule_id, rule_scope, rule_period, card_purchase_id from expenses
      where user_id = ${userId} and billing_id = ${id} and (kind in ('carry-in', 'card') or rule_period is not null)),
    held as (
      select own.id as own_id, line.id, line.billing_id, line.category, line.by_hand or line.taken_over as is_manual
      from own join expenses as line on line.user_id = ${userId} and line.carried_from = own.carried_from
        and line.kind = 'carry-in' and not line.voided
      union all
      select own.id, line.id, line.billing_id, line.category, line.by_hand
      from own join expenses as line on line.user_id = ${userId} and line.rule_id = own.rule_id
        and line.rule_scope = own.rule_scope and line.rule_period = own.rule_period
        and line.rule_period is not null and not line.voided
      union all
      select own.id, line.id, line.billing_id, line.category, false
      from own join expenses as line on line.user_id = ${userId} and line.card_purchase_id = own.card_purchase_id
        and line.kind = 'card' and not line.voided)
    select held.own_id, held.id, held.billing_id, billing.number, billing.settlement_date,
      held.is_manual or exists (select from expenses as typed where typed.user_id = ${userId}
        and typed.billing_id = held.billing_id and typed.category = held.category
        and typed.kind = 'plain' and typed.by_hand) as is_manual
    from held join billing on billing.user_id = ${userId} and billing.id = held.billing_id
    order by held.own_id`.execute(work)
  return rows
}

/** Selects the lines that can move back: those on drafts, unless a person changed them. */
export function selectMovable(lines: DisplacedLine[]): DisplacedLine[] {
  return lines.filter(({ number, isManual }) => number === null && !isManual)
}

/**
 * Deletes the lines that can move back. Returns the ids of their drafts. The caller has locked the drafts' trucks, and
 * recalculates the drafts.
 */
export async function removeDisplacedLines(
  work: Work,
  userId: string,
  id: number,
): Promise<Set<number>> {
  const movable = selectMovable(await readDisplacedLines(work, userId, id))
  for (const line of movable) await deleteLine(work, userId, line.id)
  return new Set(movable.map(({ billingId }) => billingId))
}
