/** Keeps the lines of a default deduction when the settings rename it (SPEC C2). */
import { sql } from 'kysely'
import type { Company } from '#core/settings/company.ts'
import { findRenamedDefaults } from '#core/settlements/renames.ts'
import type { Work } from '#server/database/open.ts'

/**
 * Renames the lines of pending settlements; a frozen statement keeps its text. Without this a renamed deduction
 * would look new, and the next recalculation would deduct it twice.
 */
export async function renameDefaultLines(
  work: Work,
  userId: string,
  before: Company,
  after: Company,
): Promise<void> {
  for (const { from, to, name, renamed } of findRenamedDefaults(before, after))
    await sql`update expenses as line set rule_key = ${to}, version = line.version + 1,
        description = case when line.description = ${name} then ${renamed} else line.description end
      from billing where billing.user_id = line.user_id and billing.id = line.billing_id
        and line.user_id = ${userId} and line.rule_key = ${from} and billing.status = 'pending'
        and not exists (select from expenses as other where other.user_id = ${userId}
          and other.rule_key = ${to} and other.billing_id = line.billing_id)`.execute(work)
}
