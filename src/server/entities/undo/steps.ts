/** The kept steps of an operation: one per record (SPEC C43, C44). */
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { UndoneInPart } from '#core/undo/undo.ts'
import { listReferences, listSecrets, type Stored } from '#core/entities/entity.ts'
import type { Member } from '#core/team/member.ts'
import type { Database, Work } from '#server/database/open.ts'
import type { Tables } from '#server/database/tables.ts'
import { snakeCase } from '#server/database/values.ts'

type Columns = Selectable<Tables['undoRecords']>

export type Step = Pick<
  Columns,
  'id' | 'operation' | 'action' | 'subject' | 'recordId' | 'label' | 'versionAfter'
> & {
  /** The recurring deductions of a deleted truck. */
  rules: Record<string, unknown>[] | null
}

/** `done`: the steps that were undone. */
export type Outcome = { done: Step[]; failed: UndoneInPart[]; notes: UndoneInPart[] }

export type UndoSteps = (
  work: Work,
  member: Member,
  entity: Stored,
  steps: Step[],
) => Promise<Outcome>

/** Locks the steps, so that only one of two concurrent requests undoes a step. The last step comes first. */
export async function lockSteps(
  work: Work,
  userId: string,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select id, operation, action, subject, record_id, label, version_after, rules from undo_records
    where user_id = ${userId} and ${condition} and expires_at > now()
    order by id desc limit ${most} for update`.execute(work)
  return rows
}

/** Whether the undo of an operation deletes records that it created, and restores none: it frees space (SPEC C31). */
export async function removesRecords(
  database: Database,
  userId: string,
  operation: string,
): Promise<boolean> {
  const { rows } = await sql<{ removes: boolean | null }>`
    select bool_or(action = 'created') and not bool_or(action = 'deleted') as removes
    from undo_records where user_id = ${userId} and operation = ${operation}`.execute(database)
  return rows[0]?.removes ?? false
}

/** Steps that were undone cannot be undone again. */
export async function deleteSteps(work: Work, userId: string, steps: Step[]): Promise<void> {
  await sql`delete from undo_records
    where user_id = ${userId} and id = any(${steps.map(({ id }) => id)})`.execute(work)
}

export function describeStep(step: Step, message: string): UndoneInPart {
  return { subject: step.subject, id: step.recordId, label: step.label, message }
}

/** Describes what could be restored only in part. */
export function describeNotes(
  steps: Step[],
  ...sources: ((step: Step) => string | string[] | undefined)[]
): UndoneInPart[] {
  return steps.flatMap((step) =>
    sources.flatMap((of) => of(step) ?? []).map((message) => describeStep(step, message)),
  )
}

/** The columns whose old value can't be restored, with the value that is stored instead, by step id. */
export type Overrides = Map<number, Record<string, unknown>>

export function override(overrides: Overrides, step: number, values: Record<string, unknown>) {
  overrides.set(step, { ...overrides.get(step), ...values })
}

/** The old rows that are nothing without a record that was deleted: a reading without its truck. Returns messages, by step. */
export async function findLost(
  work: Work,
  userId: string,
  { fields }: Stored,
  steps: Step[],
): Promise<Map<number, string>> {
  const lost = new Map<number, string>()
  for (const { name, to } of listReferences(fields)) {
    if (fields[name]?.defaultValue !== undefined) continue
    for (const id of await findMissing(work, userId, { name, to }, steps))
      lost.set(id, `${fields[name]?.label ?? name} was deleted`)
  }
  return lost
}

/** Clears the old rows' links to records that were deleted. Returns messages, by step. */
export async function clearMissingLinks(
  work: Work,
  userId: string,
  { fields }: Stored,
  steps: Step[],
  overrides: Overrides,
): Promise<Map<number, string[]>> {
  const missing = new Map<number, string[]>()
  for (const { name, to } of listReferences(fields)) {
    for (const id of await findMissing(work, userId, { name, to }, steps)) {
      override(overrides, id, { [snakeCase(name)]: null })
      const message = `${fields[name]?.label ?? name} is blank: it was deleted`
      missing.set(id, [...(missing.get(id) ?? []), message])
    }
  }
  return missing
}

/** The steps whose old row links to a record that was deleted. */
async function findMissing(
  work: Work,
  userId: string,
  { name, to }: { name: string; to: string },
  steps: Step[],
): Promise<number[]> {
  const linked = sql`(kept.before ->> ${snakeCase(name)})::bigint`
  const { rows } = await sql<{ id: number }>`select kept.id from undo_records as kept
    where kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)}) and ${linked} is not null
      and not exists (select from ${sql.table(to)} as record
        where record.user_id = ${userId} and record.id = ${linked})`.execute(work)
  return rows.map(({ id }) => id)
}

/** Counts the old rows that have each column. Later migrations may have added or removed columns. */
export async function readKeptColumns(work: Work, userId: string, steps: Step[]) {
  const { rows } = await sql<{ column: string; count: number }>`
    select key as column, count(*) as count
    from undo_records as kept cross join lateral jsonb_object_keys(kept.before) as key
    where kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})
    group by key`.execute(work)
  return new Map(rows.map(({ column, count }) => [column, count]))
}

/** The old row with its secrets and the overrides, as a row of the table: `was`. */
export function oldRow(userId: string, { name, fields }: Stored, overrides: Overrides) {
  const values = JSON.stringify(Object.fromEntries(overrides))
  const sealed = listSecrets(fields).map(
    (
      field,
    ) => sql`jsonb_build_object(${snakeCase(field)}::text, (select sealed::text from undo_secrets as secret
      where secret.user_id = ${userId} and secret.undo_id = kept.id and secret.field = ${field}))`,
  )
  return sql`jsonb_populate_record(null::${sql.table(name)},
    ${sql.join([sql`kept.before`, ...sealed], sql` || `)} || coalesce(${values}::jsonb -> kept.id::text, '{}')) as was`
}
