/** Which column went into which field in an account's last imports of an entity (SPEC B51). */
import { sql } from 'kysely'
import type { ColumnMatch } from '#core/csv-import.ts'
import { foldedTitle } from '#core/csv-match.ts'
import type { Entity } from '#core/entity.ts'
import type { Database, Work } from '#server/database/open.ts'

export async function rememberedColumns(
  database: Database | Work,
  userId: string,
  entity: Entity,
): Promise<Map<string, string | null>> {
  const rows = await database
    .selectFrom('importColumns')
    .select(['title', 'field'])
    .where('userId', '=', userId)
    .where('entity', '=', entity.name)
    .execute()
  return new Map(rows.map(({ title, field }) => [title, field]))
}

export async function rememberColumns(
  work: Work,
  userId: string,
  entity: Entity,
  titles: string[],
  columns: ColumnMatch,
): Promise<void> {
  // By title: a file with the same title twice would touch one row twice, which PostgreSQL refuses.
  const fields = new Map(titles.map((title, at) => [foldedTitle(title), columns[at] ?? null]))
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
