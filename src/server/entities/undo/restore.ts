/** Restores deleted records from the trash, with their ids and links (SPEC C43). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences, listSecrets, type Stored } from '#core/entities/entity.ts'
import { pluralizeRecords } from '#core/pluralize.ts'
import { formatDay } from '#core/calendar.ts'
import type { Member } from '#core/team/member.ts'
import { statementMessages, type StatementMessages } from '#core/undo/statement-messages.ts'
import { markRestored } from '#server/database/audit.ts'
import type { Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL, snakeCase } from '#server/database/values.ts'
import { restoreTruckRules } from '#server/settlements/deductions/truck-rules.ts'
import { findLockedPlaces, type LoadPlace } from '#server/settlements/settlement/locked-loads.ts'
import { changeLocked } from '#server/entities/after-update.ts'
import {
  clearMissingLinks,
  findLost,
  deleteSteps,
  describeNotes,
  describeStep,
  oldRow,
  override,
  readKeptColumns,
  type Outcome,
  type Overrides,
  type Step,
} from './steps.ts'

/** `set`: other values for unique fields. */
export async function restoreDeleted(
  work: Work,
  { accountId: userId, permissions }: Member,
  entity: Stored,
  steps: Step[],
  set: Record<string, unknown> = {},
): Promise<Outcome> {
  const say = statementMessages(permissions)
  const taken = await findTaken(work, userId, entity, steps, set)
  const lost = await findLost(work, userId, entity, steps)
  const done = steps.filter(({ id }) => !taken.has(id) && !lost.has(id))
  const failed = steps.flatMap((step) => {
    const without = lost.get(step.id)
    if (without !== undefined) return [describeStep(step, without)]
    const [field] = taken.get(step.id) ?? []
    return field ? [{ ...describeStep(step, field.message), trashId: step.id }] : []
  })
  if (!done.length) return { done, failed, notes: [] }
  const overrides: Overrides = new Map()
  const mark = changesKey(entity.fields, set) ? { old_double: null } : {}
  for (const { id } of done) override(overrides, id, { ...toColumns(set), ...mark })
  const missing = await clearMissingLinks(work, userId, entity, done, overrides)
  const locked = await clearLockedDates(work, userId, entity, done, { overrides, say })
  await insertRows(work, userId, entity, done, overrides)
  const unlinked = await restoreLinks(work, userId, entity, done)
  const rules = await restoreRules(work, userId, done, say)
  await markRestored(
    work,
    userId,
    entity.name,
    done.map(({ recordId }) => recordId),
  )
  await deleteSteps(work, userId, done)
  const notes = describeNotes(
    done,
    ({ id }) => missing.get(id),
    ({ id }) => locked.get(id),
    ({ recordId }) => unlinked.get(recordId),
    ({ id }) => rules.get(id),
  )
  return { done, failed, notes }
}

export type TakenField = { name: string; message: string }

/** The unique fields whose value another record has now, by step. */
export async function findTaken(
  work: Work,
  userId: string,
  entity: Stored,
  steps: Step[],
  set: Record<string, unknown>,
): Promise<Map<number, TakenField[]>> {
  const { name: table, fields, uniqueWithin = [] } = entity
  const taken = new Map<number, TakenField[]>()
  const within = uniqueWithin.map(
    (name) =>
      sql` and ${sql.ref(`record.${name}`)}::text = kept.before ->> ${sql.lit(snakeCase(name))}`,
  )
  const isWithin = within.length ? sql.join(within, sql``) : sql``
  for (const [name, { label, key }] of Object.entries(fields).filter(([, field]) => field.unique)) {
    const value =
      set[name] === undefined ? sql`kept.before ->> ${snakeCase(name)}` : sql`${set[name]}::text`
    const column = sql.ref(`record.${name}`)
    const isSame = key
      ? sql`${sql.ref(key.sql)}(${column}) = ${sql.ref(key.sql)}(${value})${isNoOldDouble(entity, set)}`
      : sql`${column} = ${value}`
    const { rows } = await sql<{ id: number; value: string }>`select kept.id, ${value} as value
      from undo_records as kept join ${sql.table(table)} as record
        on record.user_id = kept.user_id and ${isSame}${isWithin}
      where kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})`.execute(work)
    for (const row of rows) {
      const message = `${label} ${row.value} already exists`
      taken.set(row.id, [...(taken.get(row.id) ?? []), { name, message }])
    }
  }
  return taken
}

/** Records that had one number in two spellings keep it (SPEC C433). */
function isNoOldDouble({ internal = [], fields }: Stored, set: Record<string, unknown>) {
  if (!internal.includes('oldDouble')) return sql``
  return sql` and record.old_double is null
    and (kept.before ->> 'old_double' is null or ${changesKey(fields, set)})`
}

/** Whether a number gets another value: then the record is no longer an old double (SPEC C433). */
function changesKey(fields: Stored['fields'], set: Record<string, unknown>): boolean {
  return Object.keys(set).some((name) => fields[name]?.key !== undefined)
}

/** The record's unique numbers, by field. */
export async function readUnique(
  work: Work,
  userId: string,
  { fields }: Stored,
  { id }: Step,
): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ before: Record<string, unknown> }>`
    select before from undo_records where user_id = ${userId} and id = ${id}`.execute(work)
  const unique = Object.keys(fields).filter((name) => fields[name]?.unique)
  return Object.fromEntries(unique.map((name) => [name, rows[0]?.before[snakeCase(name)]]))
}

/** A locked statement without the load must not get it: the load is restored without a settlement date. */
async function clearLockedDates(
  work: Work,
  userId: string,
  { name }: Stored,
  steps: Step[],
  { overrides, say }: { overrides: Overrides; say: StatementMessages },
): Promise<Map<number, string[]>> {
  if (name !== 'loads') return new Map()
  const { rows } = await sql<LoadPlace & { id: number }>`select id, record_id as load_id,
      (before ->> 'truck_id')::bigint as truck_id, (before ->> 'settlement_date')::date as settlement_date
    from undo_records where user_id = ${userId} and id = any(${steps.map(({ id }) => id)})`.execute(
    work,
  )
  const locked = await findLockedPlaces(work, userId, rows)
  const messages = new Map<number, string[]>()
  for (const { id, loadId, settlementDate } of rows) {
    const statement = locked.get(loadId)
    if (!statement || statement.printed) continue
    override(overrides, id, { settlement_date: null })
    const day = formatDay(String(settlementDate))
    messages.set(id, [say.dateLeftOut(day, statement.number)])
  }
  return messages
}

async function insertRows(
  work: Work,
  userId: string,
  entity: Stored,
  steps: Step[],
  overrides: Overrides,
): Promise<void> {
  const kept = await readKeptColumns(work, userId, steps)
  const secrets = listSecrets(entity.fields)
  const mark = entity.internal?.filter((name) => name === 'oldDouble') ?? []
  const names = [...Object.keys(entity.fields), ...mark, 'createdAt'].filter(
    (name) => secrets.includes(name) || kept.get(snakeCase(name)) === steps.length,
  )
  const columns = names.map((name) => sql.ref(name))
  const values = names.map((name) => sql.ref(`was.${name}`))
  await sql`insert into ${sql.table(entity.name)} (user_id, id, version, ${sql.join(columns)}) overriding system value
    select kept.user_id, kept.record_id, (kept.before ->> 'version')::integer + 1, ${sql.join(values)}
    from undo_records as kept cross join lateral ${oldRow(userId, entity, overrides)}
    where kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})
    order by kept.record_id`.execute(work)
}

/**
 * Restores links, unless someone set them to another record in the meantime. Returns messages about lost links, by
 * record.
 */
async function restoreLinks(
  work: Work,
  userId: string,
  entity: Stored,
  steps: Step[],
): Promise<Map<number, string[]>> {
  const messages = new Map<number, string[]>()
  for (const from of everyEntity) {
    for (const { name, to } of listReferences(from.fields)) {
      if (to !== entity.name) continue
      const links = await readLinks(work, userId, steps, from.name, name)
      if (!links.length) continue
      const linked = new Set(await linkAgain(work, userId, from, name, links))
      const lost = Map.groupBy(
        links.filter(({ id }) => !linked.has(id)),
        ({ target }) => target,
      )
      for (const [target, rows] of lost) {
        const message = `${pluralizeRecords(from, rows.length)} could not be linked again`
        messages.set(target, [...(messages.get(target) ?? []), message])
      }
    }
  }
  return messages
}

type Link = { target: number; id: number }

async function readLinks(work: Work, userId: string, steps: Step[], from: string, field: string) {
  const { rows } = await sql<Link>`select kept.record_id as target, linked.id::bigint as id
    from undo_records as kept
      cross join lateral jsonb_array_elements_text(kept.links -> ${from}::text -> ${field}::text) as linked (id)
    where kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})`.execute(work)
  return rows
}

/** Returns the ids of the records that are linked again. */
async function linkAgain(
  work: Work,
  userId: string,
  from: Stored,
  field: string,
  links: Link[],
): Promise<number[]> {
  const column = sql.ref(`record.${field}`)
  const { rows: free } = await sql<{
    id: number
  }>`select record.id from ${sql.table(from.name)} as record
    where record.user_id = ${userId} and record.id = any(${links.map(({ id }) => id)}) and ${column} is null
    order by record.id for no key update`.execute(work)
  const ids = free.map(({ id }) => id)
  await changeLocked(work, userId, from, ids, async () => {
    await sql`update ${sql.table(from.name)} as record set ${sql.ref(field)} = link.target, ${NEXT_VERSION_SQL}
      from unnest(${links.map(({ id }) => id)}::bigint[], ${links.map(({ target }) => target)}::bigint[])
        as link (id, target)
      where record.user_id = ${userId} and record.id = link.id and record.id = any(${ids})`.execute(
      work,
    )
  })
  return ids
}

async function restoreRules(
  work: Work,
  userId: string,
  steps: Step[],
  say: StatementMessages,
): Promise<Map<number, string[]>> {
  const messages = new Map<number, string[]>()
  for (const { id, rules } of steps) {
    const leftOut = rules ? await restoreTruckRules(work, userId, rules) : []
    messages.set(
      id,
      leftOut.flatMap((description) => say.deductionLeftOut(description) ?? []),
    )
  }
  return messages
}

function toColumns(set: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [snakeCase(name), value]))
}
