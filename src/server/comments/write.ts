/** Adds and deletes comments, and marks mentions as read (SPEC C84, C85). */
import { sql } from 'kysely'
import {
  COMMENT_ACCESS,
  commentMessages,
  MAX_COMMENTS,
  type Comment,
  type NewComment,
} from '#core/comments/comments.ts'
import type { Member } from '#core/team/member.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, notFound, RequestError } from '#server/errors.ts'
import { readCommentPeople } from './people.ts'
import { lockSubject, maySee, requireSubject, SUBJECT_COLUMNS, type Subject } from './subjects.ts'
import { toComment } from './thread.ts'

/** Adds a comment. Throws 404, 400 at `mentions`, and 409 if the record already has the maximum number of comments. */
export function addComment(
  database: Database,
  { accountId, personId }: Member,
  subject: Subject,
  { text, mentions }: NewComment,
  request: Repeatable,
): Promise<Comment> {
  return runIdempotent(database, accountId, request, async (work) => {
    await lockSubject(work, accountId, subject)
    const people = await readCommentPeople(work, accountId)
    const others = [...new Set(mentions)].filter((one) => one !== personId)
    const mentionable = people.listMentionable(COMMENT_ACCESS[subject.kind])
    const isMentionable = (id: string) => mentionable.some((person) => person.personId === id)
    if (!others.every(isMentionable)) throw badField('mentions', commentMessages.notMember)
    await checkCommentLimit(work, accountId, subject)
    const askers = await readAskers(work, accountId, personId, subject)
    const answered = askers.filter((id) => isMentionable(id) && !others.includes(id))
    const row = await insertComment(work, accountId, personId, subject, text)
    await insertMentions(work, accountId, row.id, 'mention', others)
    await insertMentions(work, accountId, row.id, 'answer', answered)
    return toComment({ ...row, mentioned: others }, people)
  })
}

/** Deletes a member's own comment. Throws 404 for any other comment, and if the member can't see the record. */
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

/** Marks the member's mentions in the comments of a record as read. Throws 404. */
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

async function checkCommentLimit(work: Work, userId: string, { kind, id }: Subject): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from comments
    where user_id = ${userId} and ${sql.ref(SUBJECT_COLUMNS[kind])} = ${id}`.execute(work)
  if ((rows[0]?.count ?? 0) >= MAX_COMMENTS) throw new RequestError(409, commentMessages.tooMany)
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

/** The people who mentioned the person in these comments since the person's last comment. The new comment answers them. */
async function readAskers(
  work: Work,
  userId: string,
  personId: string,
  { kind, id }: Subject,
): Promise<string[]> {
  const column = sql.ref(SUBJECT_COLUMNS[kind])
  const { rows } = await sql<{ asker: string }>`select distinct asked.person_id as asker
    from comments as asked join comment_mentions as mention
      on mention.user_id = ${userId} and mention.comment_id = asked.id
        and mention.person_id = ${personId} and mention.kind = 'mention'
    where asked.user_id = ${userId} and asked.${column} = ${id} and asked.deleted_at is null
      and asked.id > coalesce((select max(own.id) from comments as own where own.user_id = ${userId}
        and own.${column} = ${id} and own.person_id = ${personId} and own.deleted_at is null), 0)`.execute(
    work,
  )
  return rows.map(({ asker }) => asker)
}

async function insertMentions(
  work: Work,
  userId: string,
  commentId: number,
  kind: 'mention' | 'answer',
  people: string[],
) {
  if (!people.length) return
  const rows = people.map((personId) => ({ userId, commentId, personId, kind }))
  await work.insertInto('commentMentions').values(rows).execute()
}
