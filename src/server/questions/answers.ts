/** The office's answers, as the person who asked reads them (SPEC C86). */
import { sql } from 'kysely'
import type { OwnBell } from '#core/portal/responses.ts'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** Who asks, for which payee. */
export type Asker = { payee: string; personId: string }

/** The answers to the person's questions that the person has not read, newest first. `length`: of their texts. */
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

/** Throws 404 if it is not the person's. */
export async function markAnswerRead(
  database: Database,
  userId: string,
  { payee, personId }: Asker,
  id: number,
): Promise<void> {
  const { rows } = await sql`update questions set answer_read_at = coalesce(answer_read_at, now())
    where user_id = ${userId} and id = ${id} and asked_by = ${personId} and payee = ${payee}
      and answer is not null returning id`.execute(database)
  if (!rows.length) throw notFound()
}

/** In a query of `questions`: answered, and not read by the person who asked. */
export function isUnread(personId: string) {
  return sql<boolean>`asked_by = ${personId} and answer is not null and answer_read_at is null`
}
