/** Closes with the current key what is still plain, or closed with an older one (SPEC S13). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities.ts'
import { secretsOf } from '#core/entity.ts'
import type { Database } from '#server/database/open.ts'
import type { Keyring } from './keys.ts'
import { plainText, seal, unseal } from './seal.ts'

const BATCH = 500

type Column = { table: string; field: string }
type Row = { userId: string; id: number; sealed: string }

/** Some hundred records at a time, each batch whole or not at all: killed in the middle, the next start goes on. */
export async function sealAgain(database: Database, keys: Keyring): Promise<void> {
  const columns = everyEntity.flatMap(({ name, fields }) =>
    secretsOf(fields).map((field) => ({ table: name, field })),
  )
  for (const column of columns) await sealColumn(database, keys, column)
  await database.deleteFrom('encryptionKeys').where('id', '!=', keys[0].id).execute()
}

async function sealColumn(database: Database, keys: Keyring, column: Column): Promise<void> {
  let plain = false
  for (;;) {
    const rows = await outdated(database, keys, column)
    if (!rows.length) break
    plain ||= rows.some(({ sealed }) => plainText(sealed) !== undefined)
    await sealRows(database, keys, column, rows)
  }
  // The rows as they were lie in the table's free space until it is written anew.
  if (plain) await sql`vacuum full ${sql.table(column.table)}`.execute(database)
}

async function outdated(
  database: Database,
  [current]: Keyring,
  { table, field }: Column,
): Promise<Row[]> {
  const upToDate = `\\x01${current.id}`
  const { rows } = await sql<Row>`select user_id, id, ${sql.ref(field)} as sealed
    from ${sql.table(table)} where ${sql.ref(field)} is not null
      and substring(${sql.ref(field)} for 9) <> ${upToDate}::bytea limit ${BATCH}`.execute(database)
  return rows
}

/** Only where the value is still the one that was read: another copy may be at the same work. */
async function sealRows(
  database: Database,
  keys: Keyring,
  { table, field }: Column,
  rows: Row[],
): Promise<void> {
  const sealed = rows.map(({ userId, id, sealed: before }) => {
    const place = { userId, table, field, id }
    const value = plainText(before) ?? unseal(keys, place, before)
    return sql`(${userId}::uuid, ${id}::bigint, ${before}::bytea, ${seal(keys, place, value)}::bytea)`
  })
  await sql`update ${sql.table(table)} as record set ${sql.ref(field)} = changed.after
    from (values ${sql.join(sealed)}) as changed (user_id, id, before, after)
    where record.user_id = changed.user_id and record.id = changed.id
      and record.${sql.ref(field)} = changed.before`.execute(database)
}
