/** Adds and deletes comments, and marks mentions as read (SPEC C84, C85). */
import { sql } from 'kysely'
import {
  COMMENT_ACCESS,
  commentMessages,
  MOST_COMMENTS,
  type Comment,
  type NewComment,
} from '#core/comments/comments.ts'
import type { Member } from '#core/team/member.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import {
  codeOf,
  constraintOf,
  FOREIGN_KEY_VIOLATION,
  inTransaction,
} from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { readCommentPeople } from './people.ts'
import { lockSubject, maySee, requireSubject, SUBJECT_COLUMNS, type Subject } from './subjects.ts'
import { toComment } from './thread.ts'

/** Throws 404, 400 at `mentions`, and 409 if the record has as many comments as it can have. */
export async function addComment(
  database: Database,
  { accountId, personId }: Member,
  subject: Subject,
  { text, mentions }: NewComment,
  request: Repeatable,
): Promise<Comment> {
  try {
    return await runIdempotent(database, accountId, request, async (work) => {
      await lockSubject(work, accountId, subject)
      const people = await readCommentPeople(work, accountId)
      const others = [...new Set(mentions)].filter((one) => one !== personId)
      const able = people.listMentionable(COMMENT_ACCESS[subject.kind])
      if (others.some((one) => !able.some((person) => person.personId === one)))
        throw badField('mentions', commentMessages.notMember)
      await checkRoom(work, accountId, subject)
      const row = await insertComment(work, accountId, personId, subject, text)
      await insertMentions(work, accountId, row.id, others)
      return toComment({ ...row, mentioned: others }, people)
    })
  } catch (error) {
    throw isOfMissingSettlement(error) ? notFound() : error
  }
}

/** A member's own comment. Throws 404 for any other, and for one on a record that the member may not see. */
export function deleteComment(database: Database, member: Member, id: number): Promise<void> {
  const { accountId, personId } = member
  return inTransaction(database, async (work) => {
    const deleted = await work
      .updateTable('comments')
      .set({ deletedAt: sql<string>`now()` })
      .where('userId', '=', accountId)
      .where('id', '=', id)
      .where('personId', '=', personId)
      .where('deletedAt', 'is', null)
      .$if(!maySee(member, 'billing'), (query) => query.where('billingId', 'is', null))
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw notFound()
    await work
      .deleteFrom('commentMentions')
      .where('userId', '=', accountId)
      .where('commentId', '=', id)
      .execute()
  })
}

/** The member's mentions in the comments of a record. Throws 404. */
export async function markRead(
  database: Database,
  { accountId, personId }: Member,
  subject: Subject,
): Promise<void> {
  await requireSubject(database, accountId, subject)
  await sql`update comment_mentions set read_at = now()
    where user_id = ${accountId} and person_id = ${personId} and read_at is null
      and comment_id in (select id from comments where user_id = ${accountId}
        and ${sql.ref(SUBJECT_COLUMNS[subject.kind])} = ${subject.id})`.execute(database)
}

async function checkRoom(work: Work, userId: string, { kind, id }: Subject): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from comments
    where user_id = ${userId} and ${sql.ref(SUBJECT_COLUMNS[kind])} = ${id}`.execute(work)
  if ((rows[0]?.count ?? 0) >= MOST_COMMENTS) throw new RequestError(409, commentMessages.tooMany)
}

function insertComment(
  work: Work,
  userId: string,
  personId: string,
  { kind, id }: Subject,
  text: string,
) {
  const on = { loadId: kind === 'loads' ? id : null, billingId: kind === 'billing' ? id : null }
  return work
    .insertInto('comments')
    .values({ userId, personId, text, ...on })
    .returning(['id', 'personId', 'text', 'createdAt'])
    .executeTakeFirstOrThrow()
}

async function insertMentions(work: Work, userId: string, commentId: number, people: string[]) {
  if (!people.length) return
  const rows = people.map((personId) => ({ userId, commentId, personId }))
  await work.insertInto('commentMentions').values(rows).execute()
}

function isOfMissingSettlement(error: unknown): boolean {
  return (
    codeOf(error) === FOREIGN_KEY_VIOLATION && constraintOf(error) === 'comments_billing_id_fkey'
  )
}
