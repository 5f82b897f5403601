/** Stores which column was matched to which field in an account's last imports of an entity (SPEC B51). */
import { sql } from 'kysely'
import type { DayOrder } from '#core/calendar.ts'
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
  await remember(work, { userId, entity: entity.name }, fields)
}

/** Days of card files (SPEC C597). No list has this name. */
const CARD_DAYS = 'card-days'

/** The order of days that the account chose, by the key of its kind of card files. */
export async function readRememberedDays(
  database: Database | Work,
  userId: string,
): Promise<Map<string, DayOrder>> {
  const found = await readRememberedColumns(database, userId, { name: CARD_DAYS })
  return new Map([...found].map(([key, order]) => [key, order === 'dmy' ? 'dmy' : 'mdy']))
}

export function rememberDays(
  work: Work,
  userId: string,
  { key, order }: { key: string; order: DayOrder },
): Promise<void> {
  return remember(work, { userId, entity: CARD_DAYS }, new Map([[key, order]]))
}

async function remember(
  work: Work,
  of: { userId: string; entity: string },
  fields: ReadonlyMap<string, string | null>,
): Promise<void> {
  const rows = [...fields].map(([title, field]) => ({ ...of, title, field }))
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
