/** Closes with the current key what is still plain, or closed with an older one (SPEC S13). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import { listSecrets } from '#core/entities/entity.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { KeyError, type Keyring } from './keys.ts'
import { plainText, seal, unseal, type SecretLocation } from './seal.ts'

const BATCH = 500

type Column = { table: string; field: string }
type Row = { userId: string; id: number; sealed: string }
type Changed = Row & { after: string }

const columns: Column[] = everyEntity.flatMap(({ name, fields }) =>
  listSecrets(fields).map((field) => ({ table: name, field })),
)

/**
 * Some hundred records at a time, each batch whole or not at all: killed in the middle, the next start goes on.
 * Gives how many values could not be read; they stay as they are.
 */
export async function reseal(database: Database, keys: Keyring): Promise<number> {
  for (;;) {
    let unreadable = 0
    for (const column of columns) unreadable += await sealColumn(database, keys, column)
    if (await forgetOlderKeys(database, keys, unreadable)) return unreadable
  }
}

/** False where another copy closed something with an older key meanwhile; after this, none can. */
async function forgetOlderKeys(
  database: Database,
  keys: Keyring,
  unreadable: number,
): Promise<boolean> {
  return inTransaction(database, async (work) => {
    // Whoever writes with an older key holds its row until the write is through.
    await sql`select id from encryption_keys for update`.execute(work)
    let left = 0
    for (const column of columns) left += await countOutdated(work, keys, column)
    if (left > unreadable) return false
    await work.deleteFrom('encryptionKeys').where('id', '!=', keys[0].id).execute()
    return true
  })
}

async function sealColumn(database: Database, keys: Keyring, column: Column): Promise<number> {
  let unreadable = 0
  let plain = false
  let after: Pick<Row, 'userId' | 'id'> = { userId: '00000000-0000-0000-0000-000000000000', id: 0 }
  for (;;) {
    const rows = await outdated(database, keys, column, after)
    const last = rows.at(-1)
    if (!last) break
    const changed = rows.flatMap((row) => resealValue(keys, column, row))
    if (changed.length) await write(database, column, changed)
    unreadable += rows.length - changed.length
    plain ||= rows.some(({ sealed }) => plainText(sealed) !== undefined)
    after = last
  }
  // The rows as they were lie in the table's free space until it is written anew.
  if (plain) await sql`vacuum full ${sql.table(column.table)}`.execute(database)
  return unreadable
}

async function outdated(
  database: Database,
  keys: Keyring,
  column: Column,
  { userId, id }: Pick<Row, 'userId' | 'id'>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`select user_id, id, ${sql.ref(column.field)} as sealed
    from ${sql.table(column.table)} where ${isOutdated(keys, column)}
      and (user_id, id) > (${userId}::uuid, ${id}::bigint)
    order by user_id, id limit ${BATCH}`.execute(database)
  return rows
}

async function countOutdated(work: Work, keys: Keyring, column: Column): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from ${sql.table(column.table)} where ${isOutdated(keys, column)}`.execute(work)
  return rows[0]?.count ?? 0
}

function isOutdated([current]: Keyring, { field }: Column) {
  return sql`${sql.ref(field)} is not null
    and substring(${sql.ref(field)} for 9) <> ${`\\x01${current.id}`}::bytea`
}

/** Nothing where it cannot be read: it may be yet, with the key that is not here. */
function resealValue(keys: Keyring, { table, field }: Column, row: Row): Changed[] {
  const place: SecretLocation = { userId: row.userId, table, field, id: row.id }
  try {
    const value = plainText(row.sealed) ?? unseal(keys, place, row.sealed)
    return [{ ...row, after: seal(keys, place, value) }]
  } catch (error) {
    if (error instanceof KeyError) return []
    throw error
  }
}

/** Only where the value is still the one that was read: another copy may be at the same work. */
async function write(database: Database, { table, field }: Column, rows: Changed[]): Promise<void> {
  const tuples = rows.map(
    ({ userId, id, sealed, after }) =>
      sql`(${userId}::uuid, ${id}::bigint, ${sealed}::bytea, ${after}::bytea)`,
  )
  const update = sql`update ${sql.table(table)} as record set ${sql.ref(field)} = changed.after
    from (values ${sql.join(tuples)}) as changed (user_id, id, before, after)
    where record.user_id = changed.user_id and record.id = changed.id
      and record.${sql.ref(field)} = changed.before`
  await inTransaction(database, async (work) => {
    // The audit log tells what people changed: the value is the same, only its bytes are others.
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(work)
    await update.execute(work)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(work)
  })
}
