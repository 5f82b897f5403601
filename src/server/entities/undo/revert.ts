/** Restores the old values of changed records, unless they were changed again (SPEC C44). */
import { sql } from 'kysely'
import { settableFields, type Stored } from '#core/entities/entity.ts'
import type { Member } from '#core/team/member.ts'
import { undoMessages } from '#core/undo/operations.ts'
import { statementMessages, type StatementMessages } from '#core/undo/statement-messages.ts'
import type { UndoneInPart } from '#core/undo/undo.ts'
import type { Work } from '#server/database/open.ts'
import { snakeCase } from '#server/database/values.ts'
import { describeDraftsLeft, readTruckPayees } from '#server/settlements/payee/left-with-payee.ts'
import { findLockedPlaces, type LoadPlace } from '#server/settlements/settlement/locked-loads.ts'
import { changeLocked } from '#server/entities/after-update.ts'
import {
  clearMissingLinks,
  deleteSteps,
  describeNotes,
  describeStep,
  oldRow,
  readKeptColumns,
  type Outcome,
  type Overrides,
  type Step,
} from './steps.ts'

export async function revertChanged(
  work: Work,
  { accountId: userId, permissions }: Member,
  entity: Stored,
  steps: Step[],
): Promise<Outcome> {
  const say = statementMessages(permissions)
  const messages = await findChangedSince(work, userId, entity, steps)
  if (entity.name === 'loads')
    for (const [id, message] of await findLockedLoads(work, userId, steps, say))
      if (!messages.has(id)) messages.set(id, message)
  const done = steps.filter(({ id }) => !messages.has(id))
  const overrides: Overrides = new Map()
  const missing = await clearMissingLinks(work, userId, entity, done, overrides)
  const truckIds = entity.name === 'trucks' ? done.map(({ recordId }) => recordId) : []
  const payees = truckIds.length ? await readTruckPayees(work, userId, truckIds) : []
  await setBack(work, userId, entity, done, overrides)
  const drafts = await describeDraftsLeft(work, userId, payees)
  await deleteSteps(work, userId, done)
  const notes = describeNotes(
    done,
    ({ id }) => missing.get(id),
    ({ recordId }) => {
      const left = drafts.get(recordId)
      return left === undefined ? undefined : (say.draftsLeft(left) ?? undefined)
    },
  )
  return { done, notes, failed: describeFailures(steps, messages) }
}

export function describeFailures(steps: Step[], messages: Map<number, string>): UndoneInPart[] {
  return steps.flatMap((step) => {
    const message = messages.get(step.id)
    return message === undefined ? [] : [describeStep(step, message)]
  })
}

/** Locks the records. Returns messages for those that have another version now, by step. */
export async function findChangedSince(
  work: Work,
  userId: string,
  { name }: Stored,
  steps: Step[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; isSame: boolean }>`
    select kept.id, record.version = kept.version_after as is_same
    from ${sql.table(name)} as record join undo_records as kept
      on kept.user_id = record.user_id and kept.record_id = record.id
    where record.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})
    order by record.id for update of record`.execute(work)
  const isSame = new Map(rows.map((row) => [row.id, row.isSame]))
  return new Map(
    steps.flatMap(({ id }) => {
      if (isSame.get(id)) return []
      const message = isSame.has(id) ? undoMessages.changedSince : undoMessages.goneSince
      return [[id, message] as const]
    }),
  )
}

/** The columns of a load that a statement prints. */
const PRINTED = ['load_id', 'truck_id', 'settlement_date', 'revenue', 'miles', 'empty_miles']

type Places = { id: number; loadId: number } & Record<'was' | 'now', LoadPlace>

/** Undo changes no load of a locked statement, and adds none to it. Returns messages by step. */
async function findLockedLoads(
  work: Work,
  userId: string,
  steps: Step[],
  say: StatementMessages,
): Promise<Map<number, string>> {
  const { rows } = await sql<Places>`select kept.id, load.id as load_id,
      json_build_object('loadId', load.id, 'truckId', load.truck_id, 'settlementDate', load.settlement_date) as now,
      json_build_object('loadId', load.id,
        'truckId', case when kept.before ? 'truck_id' then (kept.before ->> 'truck_id')::bigint else load.truck_id end,
        'settlementDate', case when kept.before ? 'settlement_date'
          then (kept.before ->> 'settlement_date')::date else load.settlement_date end) as was
    from undo_records as kept join loads as load on load.user_id = kept.user_id and load.id = kept.record_id
    where kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})
      and kept.before ?| ${PRINTED}::text[]`.execute(work)
  const here = await findLockedPlaces(
    work,
    userId,
    rows.map(({ now }) => now),
  )
  const there = await findLockedPlaces(
    work,
    userId,
    rows.map(({ was }) => was),
  )
  return new Map(
    rows.flatMap(({ id, loadId }) => {
      const [now, before] = [here.get(loadId), there.get(loadId)]
      if (now?.printed) return [[id, say.onLockedStatement(now.number)] as const]
      if (before && !before.printed) return [[id, say.notOnLockedStatement(before.number)] as const]
      return []
    }),
  )
}

async function setBack(
  work: Work,
  userId: string,
  entity: Stored,
  steps: Step[],
  overrides: Overrides,
): Promise<void> {
  if (!steps.length) return
  const kept = await readKeptColumns(work, userId, steps)
  const names = Object.keys(settableFields(entity.fields)).filter((name) =>
    kept.has(snakeCase(name)),
  )
  const changes = names.map(
    (name) => sql`${sql.ref(name)} = case when kept.before ? ${snakeCase(name)}
      then ${sql.ref(`was.${name}`)} else ${sql.ref(`record.${name}`)} end`,
  )
  const ids = steps.map(({ recordId }) => recordId)
  await changeLocked(work, userId, entity, ids, async () => {
    await sql`update ${sql.table(entity.name)} as record
      set ${sql.join(changes)}, version = record.version + 1, updated_at = now()
      from undo_records as kept cross join lateral ${oldRow(userId, entity, overrides)}
      where record.user_id = ${userId} and record.id = kept.record_id
        and kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})`.execute(work)
  })
  await moveEarlierSteps(work, userId, entity, steps)
}

/**
 * The new version has the values of the version before the step. Raises the versions of the operation's earlier steps, so
 * that they can be undone next.
 */
async function moveEarlierSteps(
  work: Work,
  userId: string,
  { name }: Stored,
  steps: Step[],
): Promise<void> {
  await sql`update undo_records as earlier
    set version_after = earlier.version_after + record.version - (kept.version_after - 1)
    from undo_records as kept join ${sql.table(name)} as record
      on record.user_id = kept.user_id and record.id = kept.record_id
    where kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})
      and earlier.user_id = ${userId}
      and (earlier.subject = kept.subject or ${name} = 'loads' and earlier.subject = 'load_charges')
      and earlier.record_id = kept.record_id and earlier.operation = kept.operation
      and earlier.id < kept.id`.execute(work)
}
