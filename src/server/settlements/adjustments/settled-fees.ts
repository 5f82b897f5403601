/** The factoring fees that adjustments have already settled (SPEC C237). */
import { sql } from 'kysely'
import type { SettledFee } from '#core/settlements/adjustments/restate-fees.ts'
import type { Database, Work } from '#server/database/open.ts'

/** Settled fees by statement, then by load. Void adjustments do not count. */
export async function readSettledFees(
  work: Database | Work,
  userId: string,
  ids: number[],
): Promise<Map<number, SettledFee[]>> {
  const { rows } = await sql<SettledFee & { corrects: number }>`
    with figures as (select corrects, load_id, max(load_number) as load, sum(factored) as factored, sum(fee) as fee
        from adjusted_loads where user_id = ${userId} and corrects = any(${ids}::bigint[]) and not voided group by 1, 2),
      amounts as (select made.corrects, made.load_id, stated.rule_id, sum(made.amount) as amount
        from expenses as made
          join expenses as stated on stated.user_id = ${userId} and stated.id = made.restates
        where made.user_id = ${userId} and made.corrects = any(${ids}::bigint[]) and made.load_id is not null
          and not made.voided
        group by 1, 2, 3)
    select figures.*, coalesce((select jsonb_agg(jsonb_build_object('ruleId', rule_id, 'amount', amount::text))
        from amounts where amounts.corrects = figures.corrects and amounts.load_id = figures.load_id), '[]') as by_rule
    from figures order by load_id`.execute(work)
  return Map.groupBy(rows, ({ corrects }) => corrects)
}
