/** A migrated database with the double of Citus: see citus-double.sql. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { withSession } from '#server/database/backup/session.ts'
import {
  describeSetting,
  findMissingSettings,
  readRoles,
  type Roles,
} from '#server/database/distribute/role-settings.ts'
import { byAppRole } from '#server/testing/database-names.ts'
import { freshDatabase } from '#server/testing/test-database.ts'

const SCRIPT = path.join(import.meta.dirname, 'citus-double.sql')

export const WORKERS = ['db2.example.com:5432', 'db3.example.com:5432']

/** Registers the extension directly, because PostgreSQL can't create it without its files. */
const EXTENSION = `
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  select 99999, 'citus', 10, oid, false, 'double' from pg_namespace where nspname = 'citus_double'`

/** A database without workers and without the settings that the roles need. */
export async function bareCitusDatabase(): Promise<{ connection: string; roles: Roles }> {
  const connection = await freshDatabase()
  await addCitusDouble(connection)
  const roles = await withSession(connection, (session) =>
    readRoles(session, byAppRole(connection)),
  )
  return { connection, roles }
}

/** Adds the double to a database, which may be empty. */
export async function addCitusDouble(connection: string): Promise<void> {
  const script = await readFile(SCRIPT, 'utf8')
  const name = new URL(connection).pathname.slice(1)
  await withSession(connection, async (session) => {
    await session.query(script)
    await session.query('set allow_system_table_mods = on')
    await session.query(EXTENSION)
    await session.query('reset allow_system_table_mods')
    await session.query(
      `alter database ${session.escapeIdentifier(name)} set search_path = public, citus_double`,
    )
    await session.query('grant usage on schema citus_double to public')
  })
}

/** The double takes every table with accounts as distributed, whatever the version of the schema. */
export async function distributeInDouble(connection: string): Promise<void> {
  await withSession(connection, (session) => session.query(MARK_DISTRIBUTED))
}

const MARK_DISTRIBUTED = `
  insert into citus_double.pg_dist_partition
  select attrelid, 'h', 's', 2 from pg_attribute join pg_class on pg_class.oid = attrelid
  where attname = 'user_id' and relkind = 'r' and relnamespace = 'public'::regnamespace`

/** A database that is ready to be distributed: it has two workers, and the settings that the roles need. */
export async function citusDatabase(): Promise<{ connection: string; roles: Roles }> {
  const made = await bareCitusDatabase()
  await withSession(made.connection, async (session) => {
    for (const [index, worker] of WORKERS.entries())
      await session.query(
        'insert into citus_double.pg_dist_node (nodename, nodeport, groupid) values ($1, $2, $3)',
        [...worker.split(':'), index + 1],
      )
    for (const setting of await findMissingSettings(session, made.roles))
      await session.query(inDatabase(describeSetting(session, setting), made.connection))
  })
  return made
}

/** Limits the setting to this database, because the server's other databases must not get it. */
function inDatabase(statement: string, connection: string): string {
  return statement.replace(' set ', ` in database ${new URL(connection).pathname.slice(1)} set `)
}
