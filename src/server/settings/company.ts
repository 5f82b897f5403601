/** Reads one account's settings. The other features import these functions. */
import { sql } from 'kysely'
import type { Weekday } from '#core/calendar.ts'
import { newCompanySchema, type Company, type UnsavedCompany } from '#core/settings/company.ts'
import type { Database, Work } from '#server/database/open.ts'

const NEVER_SAVED = { id: null, version: 0, createdAt: '', updatedAt: '' }

/** The saved settings, or the defaults with `id: null` if the account has not saved any (SPEC B36). */
export async function readCompany(
  work: Database | Work,
  userId: string,
): Promise<Company | UnsavedCompany> {
  const saved = await findSavedCompany(work, userId)
  return saved ?? { ...newCompanySchema.parse({}), ...NEVER_SAVED, userId }
}

export function findSavedCompany(
  work: Database | Work,
  userId: string,
): Promise<Company | undefined> {
  return selectCompany(work, userId).executeTakeFirst()
}

export function selectCompany(work: Database | Work, userId: string) {
  return work.selectFrom('settings').selectAll().where('userId', '=', userId)
}

/** The first day of the work week, 0 for Sunday. Sunday if the account has no saved settings. */
export async function readFirstWeekday(work: Database | Work, userId: string): Promise<Weekday> {
  return (await findSavedCompany(work, userId))?.workWeekStartDay ?? 0
}

/** The companies' names by account. Accounts that have not saved settings are left out. */
export async function readCompanyNames(
  database: Database,
  accountIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ userId: string; companyName: string }>`
    select user_id, company_name from settings where user_id = any(${accountIds}::uuid[])`.execute(
    database,
  )
  return new Map(rows.map(({ userId, companyName }) => [userId, companyName]))
}
