/** The subject of a comment: a load or a settlement. */
import { sql } from 'kysely'
import { COMMENT_ACCESS, type CommentSubject } from '#core/comments/comments.ts'
import type { Member } from '#core/team/member.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import {
  describeSettlements,
  holdSettlement,
} from '#server/settlements/settlement/describe-settlements.ts'

export type Subject = { kind: CommentSubject; id: number }

/**
 * The column of the table `comments` that names each kind of record. There is no foreign key: a load or draft in the trash has no
 * row, and its comments come back with it. Triggers delete them when the trash does.
 */
export const SUBJECT_COLUMNS = { loads: 'loadId', billing: 'billingId' } as const

export function maySee({ permissions }: Pick<Member, 'permissions'>, kind: CommentSubject) {
  return permissions.has(COMMENT_ACCESS[kind])
}

/** Throws 404, also for a load in the trash. */
export async function requireSubject(
  database: Database,
  userId: string,
  { kind, id }: Subject,
): Promise<void> {
  const found =
    kind === 'billing'
      ? (await describeSettlements(database, userId, [id])).size
      : (await sql`select from loads where user_id = ${userId} and id = ${id}`.execute(database))
          .rows.length
  if (!found) throw notFound()
}

/** Locks the record, so that it can't be deleted until the transaction ends. Throws 404. */
export async function lockSubject(work: Work, userId: string, { kind, id }: Subject) {
  if (kind === 'billing') {
    if (!(await holdSettlement(work, userId, id))) throw notFound()
    return
  }
  const { rows } = await sql`select from loads where user_id = ${userId} and id = ${id}
    for key share`.execute(work)
  if (!rows.length) throw notFound()
}
