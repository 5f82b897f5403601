/** Stores which column was matched to which field in an account's last imports of an entity (SPEC B51). */
import { sql } from 'kysely'
import { foldTitles } from '#core/transfer/match-columns.ts'
import type { Import } from './plan-import.ts'
import type { Database, Work } from '#server/database/open.ts'

/** A longer title does not fit into the table's key. */
const LONGEST_TITLE = 200

export async function readRememberedColumns(
  database: Database | Work,
  userId: string,
  entity: { name: string },
): Promise<Map<string, string | null>> {
  const rows = await database
    .selectFrom('importColumns')
    .select(['title', 'field'])
    .where('userId', '=', userId)
    .where('entity', '=', entity.name)
    .execute()
  return new Map(rows.map(({ title, field }) => [title, field]))
}

type Remembered = Pick<Import, 'userId' | 'columns' | 'refused'> & {
  file: Pick<Import['file'], 'titles'>
  entity: { name: string }
}

/** Leaves out columns that the member's role can't import: others import them. */
export async function rememberColumns(work: Work, given: Remembered): Promise<void> {
  const { userId, entity, file, columns, refused } = given
  const fields = new Map(
    foldTitles(file.titles).flatMap((title, at) =>
      refused.includes(at)
        ? []
        : [[title.slice(0, LONGEST_TITLE).toWellFormed(), columns[at] ?? null] as const],
    ),
  )
  if (!fields.size) return
  const rows = [...fields].map(([title, field]) => ({ userId, entity: entity.name, title, field }))
  await work
    .insertInto('importColumns')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'entity', 'title'])
        .doUpdateSet({ field: sql<string | null>`excluded.field` }),
    )
    .execute()
}
