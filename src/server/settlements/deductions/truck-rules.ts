/** The recurring deductions of a truck go to the trash with it and are restored with it (SPEC C43). */
import { sql } from 'kysely'
import type { Work } from '#server/database/open.ts'

type Rule = Record<string, unknown>

/** As PostgreSQL's JSON with amounts as text, by the id of the truck. */
export async function readTruckRules(
  work: Work,
  userId: string,
  truckIds: number[],
): Promise<Record<number, Rule[]>> {
  // `jsonb_each_text`: an amount must not become a float.
  const { rows } = await sql<{ truckId: number; rules: Rule[] }>`
    select truck_id, jsonb_agg((select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(rule))) order by id) as rules
    from deduction_rules as rule
    where user_id = ${userId} and truck_id = any(${truckIds}) group by truck_id`.execute(work)
  return Object.fromEntries(rows.map(({ truckId, rules }) => [truckId, rules]))
}

/**
 * Inserts the deductions with their ids. A deduction whose owner or driver was deleted is left out: it must not
 * become another payee's. Returns the descriptions of those left out.
 */
export async function restoreTruckRules(
  work: Work,
  userId: string,
  rules: Rule[],
): Promise<string[]> {
  const leftOut: string[] = []
  for (const rule of rules) {
    // Columns that later migrations add get their default.
    const columns = sql.join(Object.keys(rule).map((name) => sql.id(name)))
    const { numAffectedRows = 0n } = await sql`
      insert into deduction_rules (${columns}) overriding system value
      select ${columns} from jsonb_populate_record(null::deduction_rules, ${JSON.stringify(rule)}::jsonb) as was
      where was.user_id = ${userId}
        and (was.owner_id is null or exists (select from owners where user_id = ${userId} and id = was.owner_id))
        and (was.driver_id is null or exists (select from drivers where user_id = ${userId} and id = was.driver_id))
      `.execute(work)
    if (!numAffectedRows) leftOut.push(String(rule.description))
  }
  return leftOut
}
