/** Reads one account's settings. The other features import these functions. */
import { sql, type RawBuilder } from 'kysely'
import type { Weekday } from '#core/calendar.ts'
import { newCompanySchema, type Company, type UnsavedCompany } from '#core/settings/company.ts'
import { defineNamed } from '#server/database/named/named-statements.ts'
import type { Database, Work } from '#server/database/open.ts'

const NEVER_SAVED = {
  id: null,
  version: 0,
  createdAt: '',
  updatedAt: '',
  deductionsAnswered: false,
}

/** The saved settings, or the defaults with `id: null` if the account has not saved any (SPEC B36). */
export async function readCompany(
  work: Database | Work,
  userId: string,
): Promise<Company | UnsavedCompany> {
  const saved = await findSavedCompany(work, userId)
  return saved ?? { ...newCompanySchema.parse({}), ...NEVER_SAVED, userId }
}

export async function findSavedCompany(
  work: Database | Work,
  userId: string,
): Promise<Company | undefined> {
  return (await findCompany(work, { userId }))[0]
}

const findCompany = defineNamed<{ userId: string }, Company>(
  ['userId'],
  ({ userId }) => sql`select * from settings where user_id = ${userId}`,
)

export function selectCompany(work: Database | Work, userId: string) {
  return work.selectFrom('settings').selectAll().where('userId', '=', userId)
}

/** The first day of the work week, 0 for Sunday. Sunday if the account has no saved settings. */
export async function readFirstWeekday(work: Database | Work, userId: string): Promise<Weekday> {
  return (await findSavedCompany(work, userId))?.workWeekStartDay ?? 0
}

type Named = { userId: string; companyName: string }

const findCompanyNames = defineNamed<{ accountIds: string[] }, Named>(
  ['accountIds'],
  ({ accountIds }) =>
    sql`select user_id, company_name from settings where user_id = any(${accountIds}::uuid[])`,
)

/** A subquery for one value: null if the account has not saved settings. */
export function selectCompanyName(accountId: string): RawBuilder<string | null> {
  return sql`(select company_name from settings where settings.user_id = ${accountId})`
}

/** The companies' names by account. Accounts that have not saved settings are left out. */
export async function readCompanyNames(
  database: Database,
  accountIds: string[],
): Promise<Map<string, string>> {
  const rows = await findCompanyNames(database, { accountIds })
  return new Map(rows.map(({ userId, companyName }) => [userId, companyName]))
}
