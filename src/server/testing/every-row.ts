/** Reads every row that a backup contains, as text, and the last ids, to compare two databases. */
import { listTables } from '#server/database/backup/catalog.ts'
import { withoutTemporary } from '#server/database/backup/format.ts'
import { withSession } from '#server/database/backup/session.ts'
import type { Connection } from '#server/database/open.ts'

export function readAllRows(of: Connection): Promise<Record<string, unknown>> {
  return withSession(of, async (session) => {
    const all: Record<string, unknown> = {}
    for (const { name, lastId } of withoutTemporary(await listTables(session))) {
      const { rows } = await session.query(`select ${name}::text as row from ${name} order by 1`)
      all[name] = { lastId, rows: rows.map(({ row }: { row: string }) => row) }
    }
    return all
  })
}
