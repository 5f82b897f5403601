/** How much a person of the portal sends in a day (SPEC C153). The office has no such limit. */
import { sql } from 'kysely'
import { documentMessages, MAX_SENT_IN_A_DAY } from '#core/documents/documents.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'

const AN_HOUR = 60 * 60

/** Counts deleted documents too. Throws 429. */
export async function rejectBeyondDay(work: Work, userId: string, personId: string): Promise<void> {
  const { rows } = await sql<{ documents: number; bytes: number }>`
    select count(*) as documents, coalesce(sum(bytes), 0)::bigint as bytes from documents
    where user_id = ${userId} and uploaded_by = ${personId} and uploaded_at > now() - interval '1 day'`.execute(
    work,
  )
  const { documents = 0, bytes = 0 } = rows[0] ?? {}
  if (documents >= MAX_SENT_IN_A_DAY.documents || bytes >= MAX_SENT_IN_A_DAY.bytes)
    throw new RequestError(429, documentMessages.tooManyInADay, { retryAfter: AN_HOUR })
}
