/**
 * Recurring deductions in the trash. A truck's deductions are deleted and restored with it (SPEC C43), others alone
 * (C87).
 */
import { sql } from 'kysely'
import type { Restored } from '#core/undo/undo.ts'
import type { Work } from '#server/database/open.ts'

type Rule = Record<string, unknown>

/** The recurring deductions by the id of their truck, as PostgreSQL's JSON with amounts as text. */
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

/** One deduction, as JSON. */
export async function readKeptRule(work: Work, userId: string, id: number): Promise<string> {
  const { rows } = await sql<{ rule: string }>`
    select (select jsonb_object_agg(key, value) from jsonb_each_text(to_jsonb(rule)))::text as rule
    from deduction_rules as rule where user_id = ${userId} and id = ${id}`.execute(work)
  return rows[0]?.rule ?? '{}'
}

export async function restoreRule(work: Work, userId: string, before: unknown): Promise<Restored> {
  const rule = before as Rule
  const truckId = rule.truck_id ?? null
  const { rows } = await sql`select from trucks
    where user_id = ${userId} and id = ${truckId}::bigint for key share`.execute(work)
  if (truckId !== null && !rows.length)
    return { failed: 'Its truck was deleted. Restore the truck first.' }
  const leftOut = await restoreTruckRules(work, userId, [rule])
  return leftOut.length
    ? { failed: 'Its owner or driver was deleted. Restore them first.' }
    : { notes: [] }
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
