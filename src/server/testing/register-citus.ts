import { withSession } from '#server/database/backup/session.ts'

/** Only the name of the extension, by which the server sees that the database has Citus. */
export function registerCitus(connection: string): Promise<void> {
  return withSession(connection, async (session) => {
    await session.query('set allow_system_table_mods = on')
    await session.query(
      `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (99999, 'citus', 10, 'public'::regnamespace, false, 'name')`,
    )
  })
}
