/** Stores which records an account's files mean by names that no record has: truck 7 is truck 007 (SPEC C435). */
import { sql } from 'kysely'
import { ENTITY_NAMES, type EntityName } from '#core/fields/field.ts'
import type { SameRecords } from '#core/transfer/same-names.ts'
import type { Database, Work } from '#server/database/open.ts'

/** A longer name does not fit into the table's key. */
const LONGEST_NAME = 200

type RememberedNames = ReadonlyMap<EntityName, ReadonlyMap<string, number>>

/** The ids of records by list and folded name. A record can have been deleted since. */
export async function readRememberedNames(
  database: Database | Work,
  userId: string,
): Promise<RememberedNames> {
  const rows = await database
    .selectFrom('importNames')
    .select(['entity', 'name', 'recordId'])
    .where('userId', '=', userId)
    .execute()
  const lists = Map.groupBy(rows, ({ entity }) => entity)
  return new Map(
    ENTITY_NAMES.map((list) => [
      list,
      new Map(lists.get(list)?.map(({ name, recordId }) => [name, Number(recordId)])),
    ]),
  )
}

type Chosen = { userId: string; choices: { same: SameRecords } }

/** A name that is a new record's is forgotten. */
export async function rememberNames(work: Work, { userId, choices }: Chosen): Promise<void> {
  const sent = [...choices.same].flatMap(([entity, names]) =>
    [...names].flatMap(([name, recordId]) =>
      recordId === 'new' || name.length > LONGEST_NAME ? [] : [{ userId, entity, name, recordId }],
    ),
  )
  const owned = new Map<EntityName, ReadonlySet<number>>()
  for (const [entity, rows] of Map.groupBy(sent, ({ entity }) => entity)) {
    const ids = rows.map(({ recordId }) => recordId)
    owned.set(entity, await findOwned(work, userId, entity, ids))
  }
  const rows = sent.filter(({ entity, recordId }) => owned.get(entity)?.has(recordId))
  await forgetNew(work, userId, choices.same)
  if (!rows.length) return
  await work
    .insertInto('importNames')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'entity', 'name'])
        .doUpdateSet({ recordId: sql<number>`excluded.record_id` }),
    )
    .execute()
}

/** Those of the ids that are records of the account. */
async function findOwned(
  work: Work,
  userId: string,
  entity: EntityName,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(entity)}
    where user_id = ${userId} and id = any(${ids})`.execute(work)
  return new Set(rows.map(({ id }) => Number(id)))
}

async function forgetNew(work: Work, userId: string, same: SameRecords): Promise<void> {
  for (const [entity, names] of same) {
    const added = [...names].flatMap(([name, recordId]) => (recordId === 'new' ? [name] : []))
    if (!added.length) continue
    await work
      .deleteFrom('importNames')
      .where('userId', '=', userId)
      .where('entity', '=', entity)
      .where('name', 'in', added)
      .execute()
  }
}
