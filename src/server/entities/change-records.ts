/** Changes records within a larger transaction, as an import does (SPEC C59). */
import { sql } from 'kysely'
import { listSecrets, type AnyRecord, type Entity } from '#core/entities/entity.ts'
import type { Work } from '#server/database/open.ts'
import { sealValues } from '#server/database/secrets/records.ts'
import { snakeCase } from '#server/database/values.ts'
import { changeLocked } from './after-update.ts'
import type { Values } from './rows.ts'
import { keepChanged, type Operation } from './undo/keep.ts'

/** `values`: only those that change. */
export type RecordChange = { id: number; values: Values }

/**
 * One statement for all records with the same fields: pass at most a few hundred, each once. Lock the records first.
 * Undo brings the old values back (SPEC C44).
 */
export async function changeRecords(
  work: Work,
  operation: Operation,
  entity: Entity,
  changes: RecordChange[],
): Promise<void> {
  const bySet = Map.groupBy(changes, ({ values }) => listNames(entity, values).join())
  for (const group of bySet.values()) {
    const ids = group.map(({ id }) => id)
    const names = listNames(entity, group[0]?.values ?? {})
    if (names.length === 0) continue
    await changeLocked(work, operation.userId, entity, ids, async () => {
      await keepChanged(work, operation, entity, ids, { names })
      await updateRows(work, operation.userId, entity, names, group)
    })
  }
}

function listNames({ fields }: Entity, values: Values): string[] {
  return Object.keys(fields).filter((name) => values[name] !== undefined)
}

async function updateRows(
  work: Work,
  userId: string,
  entity: Entity,
  names: string[],
  group: RecordChange[],
): Promise<void> {
  const table = sql.table(entity.name)
  const stored = await readSecrets(work, userId, entity, names, group)
  const rows = group.map(({ id, values }) => {
    const sealed = sealValues(work, entity, { userId, id }, values, stored.get(id))
    return { id, ...Object.fromEntries(names.map((name) => [snakeCase(name), sealed[name]])) }
  })
  const changes = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  await sql`update ${table} as record set ${sql.join(changes)},
      version = record.version + 1, updated_at = now()
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) as given
    where record.user_id = ${userId} and record.id = given.id`.execute(work)
}

/** The stored secrets that the change sets, by record: an unchanged one keeps its bytes. */
async function readSecrets(
  work: Work,
  userId: string,
  entity: Entity,
  names: string[],
  group: RecordChange[],
): Promise<Map<number, AnyRecord>> {
  if (!listSecrets(entity.fields).some((name) => names.includes(name))) return new Map()
  const { rows } = await sql<AnyRecord>`select * from ${sql.table(entity.name)}
    where user_id = ${userId} and id = any(${group.map(({ id }) => id)})`.execute(work)
  return new Map(rows.map((row) => [row.id, row]))
}
