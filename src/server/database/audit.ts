/** What the database cannot see by itself of who did what (SPEC S31); changes of records it keeps by its triggers. */
import { sql, type QueryExecutorProvider } from 'kysely'
import type { AuditAction } from '#core/audit/audit.ts'

/** In the caller's transaction, where it has one: what is undone was not done. */
export async function recordEvent(
  work: QueryExecutorProvider,
  userId: string,
  action: AuditAction,
  subject: string | null = null,
): Promise<void> {
  await sql`insert into audit (user_id, action, subject)
    values (${userId}, ${action}, ${subject})`.execute(work)
}

/** A wrong password or too many: kept where the email has an account. Costs as much where it has none (SPEC S01). */
export async function recordRefusedLogin(
  work: QueryExecutorProvider,
  email: string,
): Promise<void> {
  await sql`insert into audit (user_id, action)
    select id, 'login-refused' from users where email = ${email}`.execute(work)
}
