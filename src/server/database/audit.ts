/** Events of the audit log that triggers cannot see (SPEC S31). Triggers record the changes of records. */
import { sql, type QueryExecutorProvider } from 'kysely'
import type { AuditAction } from '#core/audit/audit.ts'

/** Pass the transaction if there is one: a rollback then removes the event too. */
export async function recordEvent(
  work: QueryExecutorProvider,
  userId: string,
  action: AuditAction,
  subject: string | null = null,
): Promise<void> {
  await sql`insert into audit (user_id, action, subject)
    values (${userId}, ${action}, ${subject})`.execute(work)
}

/** For a wrong password or too many of them. Does nothing, and takes as long, if no account has the email (SPEC S01). */
export async function recordLoginRejection(
  work: QueryExecutorProvider,
  email: string,
): Promise<void> {
  await sql`insert into audit (user_id, action)
    select id, 'login-refused' from users where email = ${email}`.execute(work)
}
