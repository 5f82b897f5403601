/** Drafts whose fuel, tolls, … are deducted by cards and by another deduction too (SPEC C579). */
import { sql } from 'kysely'
import {
  CARD_CATEGORIES,
  describeChargedTwice,
  type CategoryLine,
} from '#core/settlements/cards/charged-twice.ts'
import type { Database, Work } from '#server/database/open.ts'

/** What is charged twice, by settlement. A line of a balance pays back what was lent, or fills a reserve: it is no second charge. */
export async function readChargedTwice(
  work: Database | Work,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CategoryLine & { billingId: number }>`
    select billing_id, category, kind, basis, basis_value, amount from expenses as line
    where user_id = ${userId} and billing_id = any(${[...ids]}::bigint[]) and category = any(${[...CARD_CATEGORIES]})
      and (kind in ('card', 'plain', 'entered') or kind = 'rule' and not exists (select from deduction_rules as rule
        where rule.user_id = ${userId} and rule.id = line.rule_id and rule.balance <> 'none'))
    order by billing_id, id`.execute(work)
  const found = [...Map.groupBy(rows, ({ billingId }) => billingId)].map(
    ([id, lines]) => [id, describeChargedTwice(lines)] as const,
  )
  return new Map(found.filter(([, texts]) => texts.length > 0))
}
