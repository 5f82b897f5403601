/** Removes imported records, unless they were changed or are in use. They go to the trash (SPEC C44). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { listReferences, type Stored } from '#core/entities/entity.ts'
import { pluralizeRecords } from '#core/pluralize.ts'
import type { Member } from '#core/team/member.ts'
import { statementMessages } from '#core/undo/statement-messages.ts'
import type { Work } from '#server/database/open.ts'
import { findLockedPlaces, type LoadPlace } from '#server/settlements/settlement/locked-loads.ts'
import { findRefusals, refusalText } from '#server/entities/refusals.ts'
import { deleteRows } from '#server/entities/rows.ts'
import { deleteSteps, type Outcome, type Step } from './steps.ts'
import { describeFailures, findChangedSince } from './revert.ts'

export async function removeCreated(
  work: Work,
  member: Member,
  entity: Stored,
  steps: Step[],
): Promise<Outcome> {
  const userId = member.accountId
  const ids = steps.map(({ recordId }) => recordId)
  const changed = await findChangedSince(work, userId, entity, steps)
  const used = await findUse(work, member, entity, ids)
  const messages = new Map(
    steps.flatMap(({ id, recordId }) => {
      const message = changed.get(id) ?? used.get(recordId)
      return message === undefined ? [] : [[id, message] as const]
    }),
  )
  const done = steps.filter(({ id }) => !messages.has(id))
  const removed = done.map(({ recordId }) => recordId)
  await deleteRows(work, { id: randomUUID(), userId }, entity, removed)
  await deleteSteps(work, userId, done)
  return { done, notes: [], failed: describeFailures(steps, messages) }
}

/** Why a record must stay, by its id. */
async function findUse(
  work: Work,
  { accountId: userId, permissions }: Member,
  entity: Stored,
  ids: number[],
): Promise<Map<number, string>> {
  const say = statementMessages(permissions)
  const messages = await findLinked(work, userId, entity, ids)
  for (const [id, refusal] of await findRefusals(work, { userId, permissions, entity }, ids))
    messages.set(id, refusalText(refusal))
  if (entity.name !== 'loads') return messages
  const { rows } = await sql<LoadPlace>`select id as load_id, truck_id, settlement_date from loads
    where user_id = ${userId} and id = any(${ids})`.execute(work)
  for (const { loadId, number, printed } of (await findLockedPlaces(work, userId, rows)).values())
    if (printed) messages.set(loadId, say.onLockedStatement(number))
  return messages
}

/** Records that others link to now. */
async function findLinked(
  work: Work,
  userId: string,
  entity: Stored,
  ids: number[],
): Promise<Map<number, string>> {
  const messages = new Map<number, string>()
  for (const from of everyEntity) {
    for (const { name, to } of listReferences(from.fields)) {
      if (to !== entity.name) continue
      const column = sql.ref(name)
      const { rows } = await sql<{ id: number; count: number }>`
        select ${column} as id, count(*) as count from ${sql.table(from.name)}
        where user_id = ${userId} and ${column} = any(${ids}) group by ${column}`.execute(work)
      for (const { id, count } of rows)
        messages.set(id, `In use by ${pluralizeRecords(from, count)}`)
    }
  }
  return messages
}
