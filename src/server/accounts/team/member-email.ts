import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'

/** The address of a member, for a draft in their mail program. Throws 404. */
export async function readMemberEmail(
  work: Database | Work,
  userId: string,
  personId: string,
): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select persons.email from members join persons on persons.id = members.person_id
    where members.user_id = ${userId} and members.person_id = ${personId} and members.until is null`.execute(
    work,
  )
  const [member] = rows
  if (!member) throw notFound()
  return member.email
}
