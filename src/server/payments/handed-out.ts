/** What was handed out for advances and loans (SPEC C13). */
import { sql } from 'kysely'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'

export type HandedOut = { ruleId: number; payee: string; amount: Amount }

/** By deduction and payee. Reversed payments do not count. `ruleId`: of one deduction. */
export async function readHandedOut(
  work: Database | Work,
  userId: string,
  ruleId?: number,
): Promise<HandedOut[]> {
  const ofRule = ruleId === undefined ? sql`true` : sql`rule_id = ${ruleId}`
  const { rows } = await sql<HandedOut>`select rule_id, payee, sum(amount) as amount from payouts
    where user_id = ${userId} and kind = 'hand-out' and reversal is null and ${ofRule}
    group by rule_id, payee order by rule_id, payee`.execute(work)
  return rows
}
