/** Reads the comments of a record (SPEC C84, C85). */
import { sql } from 'kysely'
import { COMMENT_ACCESS, type Comment, type Thread } from '#core/comments/comments.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { readCommentPeople, type People } from './people.ts'
import { requireSubject, SUBJECT_COLUMNS, type Subject } from './subjects.ts'

type Row = Pick<Comment, 'id' | 'personId' | 'text' | 'createdAt'> & {
  mentioned: string[]
  unread: boolean
}

/** Reads the comments, oldest first. Throws 404. */
export async function readThread(
  database: Database,
  { accountId, personId }: Member,
  subject: Subject,
): Promise<Thread> {
  await requireSubject(database, accountId, subject)
  const people = await readCommentPeople(database, accountId)
  const rows = await readRows(database, accountId, personId, subject)
  const access = COMMENT_ACCESS[subject.kind]
  return {
    comments: rows.map((row) => toComment(row, people)),
    unread: rows.filter((row) => row.unread).length,
    people: people.listMentionable(access).filter((person) => person.personId !== personId),
  }
}

export function toComment(
  { mentioned, ...row }: Row | Omit<Row, 'unread'>,
  people: People,
): Comment {
  const { id, personId, text, createdAt } = row
  const mentions = mentioned.map((person) => ({ personId: person, name: people.nameOf(person) }))
  return { id, personId, author: people.nameOf(personId), text, mentions, createdAt }
}

async function readRows(
  database: Database,
  userId: string,
  personId: string,
  { kind, id }: Subject,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, person_id, text, created_at,
      coalesce((select json_agg(person_id) from comment_mentions
        where user_id = ${userId} and comment_id = comments.id and kind = 'mention'), '[]') as mentioned,
      exists (select from comment_mentions where user_id = ${userId} and comment_id = comments.id
        and person_id = ${personId} and read_at is null) as unread
    from comments
    where user_id = ${userId} and ${sql.ref(SUBJECT_COLUMNS[kind])} = ${id} and deleted_at is null
    order by id`.execute(database)
  return rows
}
