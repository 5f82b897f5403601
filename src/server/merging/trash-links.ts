/** Moves what is in the trash, and the steps that can be undone, to the record that stays (SPEC C559). */
import { sql } from 'kysely'
import type { MergedName } from '#core/merging/merging.ts'
import type { Work } from '#server/database/open.ts'
import { camelCase } from '#server/database/values.ts'

/** `from`: the id of the record that goes. `into`: of the one that stays. */
export type MergedIds = { from: number; into: number }

type Links = { name: MergedName; columns: readonly string[] }
type Rule = Record<string, unknown>

/** `columns`: those that name the record. A row is kept with its columns, a deleted draft as the API has it: "truckId". */
export async function moveTrashLinks(
  work: Work,
  userId: string,
  { name, columns }: Links,
  { from, into }: MergedIds,
): Promise<void> {
  for (const key of columns.flatMap((column) => [column, camelCase(column)]))
    // The table's own column of this name is another one: `truck_id` of a truck is its number.
    await sql`update undo_records set before = before || ${JSON.stringify({ [key]: into })}::jsonb
      where user_id = ${userId} and subject <> ${name} and before ->> ${key}::text = ${String(from)}`.execute(
      work,
    )
  if (name !== 'drivers') return
  const twice = String(into)
  await sql`update undo_records set before = before || '{"driver2_id": null}'
    where user_id = ${userId} and subject = 'loads'
      and before ->> 'driver_id' = ${twice} and before ->> 'driver2_id' = ${twice}`.execute(work)
  await moveTruckRules(work, userId, { from, into })
}

/** The recurring deductions that were deleted with a truck, and are a driver's. Their values are text. */
async function moveTruckRules(work: Work, userId: string, { from, into }: MergedIds) {
  const has = JSON.stringify([{ driver_id: String(from) }])
  const { rows } = await sql<{ id: number; rules: Rule[] }>`select id, rules from undo_records
    where user_id = ${userId} and rules @> ${has}::jsonb order by id for update`.execute(work)
  for (const { id, rules } of rows) {
    const moved = rules.map((rule) =>
      rule.driver_id === String(from) ? { ...rule, driver_id: String(into) } : rule,
    )
    await sql`update undo_records set rules = ${JSON.stringify(moved)}::jsonb
      where user_id = ${userId} and id = ${id}`.execute(work)
  }
}
