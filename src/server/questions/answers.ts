/** The office's answers, as the person who asked reads them (SPEC C86). */
import { sql } from 'kysely'
import type { OwnBell } from '#core/portal/responses.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** Who asks, for which payee. */
export type Asker = { payee: string; personId: string }

/** Reads the answers that the person who asked has not read, newest first. `length`: the most characters of each text. */
export async function readUnreadAnswers(
  database: Database,
  userId: string,
  { payee, personId }: Asker,
  { most, length }: { most: number; length: number },
): Promise<OwnBell['entries']> {
  const { rows } = await sql<OwnBell['entries'][number]>`
    select id, billing_id, number, left(answer, ${length}) as answer, answered_at from questions
    where user_id = ${userId} and asked_by = ${personId} and payee = ${payee}
      and answer is not null and answer_read_at is null
    order by id desc limit ${most}`.execute(database)
  return rows
}

/** Throws 404 if the question is not the person's own. */
export async function markAnswerRead(
  database: Database,
  userId: string,
  { payee, personId }: Asker,
  id: number,
): Promise<void> {
  const own = sql`user_id = ${userId} and id = ${id} and asked_by = ${personId} and payee = ${payee}
    and answer is not null`
  const { rows } = await sql`select id from questions where ${own}`.execute(database)
  if (!rows.length) throw notFound()
  await sql`update questions set answer_read_at = now() where ${own} and answer_read_at is null`.execute(
    database,
  )
}

/** SQL condition on `questions`: the person asked it, and has not read its answer. */
export function isUnread(personId: string) {
  return sql<boolean>`asked_by = ${personId} and answer is not null and answer_read_at is null`
}
