/** Reads one account's settings. The other features import these functions. */
import { sql, type RawBuilder } from 'kysely'
import type { Weekday } from '#core/calendar.ts'
import {
  companyFields,
  newCompanySchema,
  type Company,
  type UnsavedCompany,
} from '#core/settings/company.ts'
import { companyMessages, explainSampled, isSampleCompany } from '#core/settings/sample-company.ts'
import type { Database, Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'

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

/**
 * The company of a paper or an email that leaves the office. Throws 409 with `needs: 'company'` while a printed detail is
 * still a sample value (SPEC C341). Drafts and the account's export use `readCompany`.
 */
export async function requireCompany(
  work: Database | Work,
  userId: string,
): Promise<Company | UnsavedCompany> {
  const company = await readCompany(work, userId)
  rejectSample(company)
  return company
}

/** Throws 409 with `needs: 'company'` while a printed detail is still a sample value (SPEC C341). */
export function rejectSample(company: Company | UnsavedCompany): void {
  if (!isSampleCompany(company)) return
  const fields = explainSampled(company)
  throw new RequestError(409, companyMessages.sample, { fields, more: { needs: 'company' } })
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

/** The account's settings may hold only other values, such as default deductions. */
const SAMPLE_NAME = String(companyFields.companyName.defaultValue)

/** A subquery for one value: null if the account has not entered its name. */
export function selectCompanyName(accountId: string): RawBuilder<string | null> {
  return sql`(select nullif(company_name, ${SAMPLE_NAME}) from settings where settings.user_id = ${accountId})`
}

/** The companies' names by account. Accounts that have not entered a name are left out. */
export async function readCompanyNames(
  database: Database,
  accountIds: string[],
): Promise<Map<string, string>> {
  type Named = { userId: string; companyName: string }
  const { rows } =
    await sql<Named>`select user_id, company_name from settings where user_id = any(${accountIds}::uuid[])`.execute(
      database,
    )
  const named = rows.filter(({ companyName }) => companyName !== SAMPLE_NAME)
  return new Map(named.map(({ userId, companyName }) => [userId, companyName]))
}
