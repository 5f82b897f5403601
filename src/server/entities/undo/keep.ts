/**
 * Keeps what an operation does to records, in its transaction, so that it can be undone (SPEC C43, C44). The caller
 * has locked the records.
 */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { views } from '#core/lists/views.ts'
import { everyTable } from '#core/tables.ts'
import { listSecrets, type Stored } from '#core/entities/entity.ts'
import type { Work } from '#server/database/open.ts'
import { snakeCase } from '#server/database/values.ts'
import { readTruckRules } from '#server/settlements/deductions/truck-rules.ts'
import type { ClearedLinks } from '#server/entities/links.ts'

export type Operation = { id: string; userId: string }

/** The declaration of a table whose deleted records go to the trash as rows. */
export function findEntity(name: string): Stored | undefined {
  if (name === views.name) return views
  return everyEntity.find((entity) => entity.name === name) ?? findListedTable(name)
}

function findListedTable(name: string): Stored | undefined {
  const [, table] = everyTable.find(([table]) => table === name) ?? []
  return table?.list && { ...table.list.listing, name }
}

/** A deleted row of another table. `before`: what its feature restores it from, as JSON. */
export type DeletedRow = {
  subject: 'billing' | 'deduction_rules' | 'documents'
  id: number
  label: string
  before: string
}

/** Moves a row to the trash; the caller deletes the row. */
export async function keepDeletedRow(
  work: Work,
  operation: Operation,
  { subject, id, label, before }: DeletedRow,
): Promise<void> {
  await sql`insert into undo_records (user_id, operation, action, subject, record_id, label, before)
    values (${operation.userId}, ${operation.id}, 'deleted', ${subject}, ${id}, ${label}, ${before}::jsonb)`.execute(
    work,
  )
}

/** Moves records to the trash; the caller deletes them. `links`: the links to them that were cleared. */
export async function keepDeleted(
  work: Work,
  operation: Operation,
  entity: Stored,
  ids: number[],
  links: ClearedLinks,
): Promise<void> {
  const { id, userId } = operation
  const rules = entity.name === 'trucks' ? await readTruckRules(work, userId, ids) : {}
  await sql`insert into undo_records (user_id, operation, action, subject, record_id, label, before, links, rules)
    select user_id, ${id}, 'deleted', ${entity.name}, id, ${sql.ref(entity.label)},
      to_jsonb(record) - ${listSecretColumns(entity)}::text[],
      ${JSON.stringify(links)}::jsonb -> id::text, ${JSON.stringify(rules)}::jsonb -> id::text
    from (${selectRows(userId, entity, ids)}) as record order by id`.execute(work)
  await keepSecrets(work, operation, entity, 'deleted', ids, listSecrets(entity.fields))
}

/**
 * Call it before the update. `set`: the fields that it sets. `row`: their values; records that already have these values
 * do not change. A secret always counts as changed.
 */
export async function keepChanged(
  work: Work,
  operation: Operation,
  entity: Stored,
  ids: number[],
  set: { names: string[]; row?: unknown[] },
): Promise<void> {
  const { id, userId } = operation
  const secrets = listSecrets(entity.fields).filter((name) => set.names.includes(name))
  const columns = sql.join(set.names.map((name) => sql.ref(name)))
  const differs =
    secrets.length || !set.row
      ? sql`true`
      : sql`(${columns}) is distinct from (${sql.join(set.row)})`
  const hidden = Object.fromEntries(secrets.map((name) => [snakeCase(name), null]))
  await sql`insert into undo_records (user_id, operation, action, subject, record_id, label, version_after, before)
    select user_id, ${id}, 'changed', ${entity.name}, id, ${sql.ref(entity.label)}, version + 1,
      (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(record)) where key = any(${set.names.map(snakeCase)}))
        || ${JSON.stringify(hidden)}::jsonb
    from ${sql.table(entity.name)} as record
    where user_id = ${userId} and id = any(${ids}) and ${differs}
    order by id`.execute(work)
  await keepSecrets(work, operation, entity, 'changed', ids, secrets)
}

/** Keeps that records were created. Call it after the records were inserted. */
export async function keepCreated(
  work: Work,
  { id: operation, userId }: Operation,
  entity: Stored,
  ids: number[],
): Promise<void> {
  await sql`insert into undo_records (user_id, operation, action, subject, record_id, label, version_after)
    select user_id, ${operation}, 'created', ${entity.name}, id, ${sql.ref(entity.label)}, version
    from (${selectRows(userId, entity, ids)}) as record order by id`.execute(work)
}

/** For an insert, as a subquery: one that reads a table directly is asked of all machines of a distributed database (SPEC C400). */
function selectRows(userId: string, { name }: Stored, ids: number[]) {
  return sql`select * from ${sql.table(name)} where user_id = ${userId} and id = any(${ids})`
}

/** Secrets stay encrypted for their record, and a change of the key encrypts them again (SPEC S13). */
async function keepSecrets(
  work: Work,
  { id: operation, userId }: Operation,
  entity: Stored,
  action: 'changed' | 'deleted',
  ids: number[],
  secrets: string[],
): Promise<void> {
  for (const field of secrets) {
    await sql`insert into undo_secrets (user_id, undo_id, subject, record_id, field, sealed)
      select record.user_id, kept.id, kept.subject, record.id, ${field}, ${sql.ref(`record.${field}`)}
      from ${sql.table(entity.name)} as record
        join undo_records as kept on kept.user_id = record.user_id and kept.subject = ${entity.name}
          and kept.record_id = record.id and kept.operation = ${operation} and kept.action = ${action}
          and kept.version_after is not distinct from
            ${action === 'changed' ? sql`record.version + 1` : sql`null`}
      where record.user_id = ${userId} and record.id = any(${ids})
        and ${sql.ref(`record.${field}`)} is not null`.execute(work)
  }
}

function listSecretColumns({ fields }: Stored): string[] {
  return listSecrets(fields).map(snakeCase)
}
