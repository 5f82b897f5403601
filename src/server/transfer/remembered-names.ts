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
  const rows: { userId: string; entity: EntityName; name: string; recordId: number }[] = []
  for (const [entity, names] of choices.same) {
    const added: string[] = []
    for (const [name, recordId] of names) {
      if (recordId === 'new') added.push(name)
      else if (name.length <= LONGEST_NAME) rows.push({ userId, entity, name, recordId })
    }
    if (!added.length) continue
    await work
      .deleteFrom('importNames')
      .where('userId', '=', userId)
      .where('entity', '=', entity)
      .where('name', 'in', added)
      .execute()
  }
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
