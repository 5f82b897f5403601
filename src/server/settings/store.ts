/** Saves one account's settings. */
import { sql } from 'kysely'
import {
  answersDeductions,
  askCompany,
  findCompanyError,
  newCompanySchema,
  type companyFields,
  type Company,
} from '#core/settings/company.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database } from '#server/database/open.ts'
import { codeOf, inTransaction, UNIQUE_VIOLATION } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { badField, versionConflict, notFound, RequestError } from '#server/errors.ts'
import { throwUnlessConfirmed, type Confirmed } from '#server/payments/confirm.ts'
import { renameDefaultLines } from '#server/settlements/lines/rename-defaults.ts'
import { selectCompany } from './company.ts'
import { rejectUnknownLogo } from './logo-store.ts'

type Values = ValuesOf<typeof companyFields>
type Asked<Some> = Some & { confirmed: Confirmed }

/**
 * Omitted fields get their defaults. Throws 409 if the account already has settings or something must be confirmed, 400 if
 * they name an unknown logo.
 */
export async function createCompany(
  database: Database,
  userId: string,
  { confirmed, ...sent }: Asked<Partial<Values>>,
  request: Repeatable,
): Promise<Company> {
  const values = { ...newCompanySchema.parse({}), ...sent }
  rejectInvalid(values)
  for (const question of askCompany(values)) throwUnlessConfirmed(question, confirmed)
  await rejectUnknownLogo(database, userId, values.logoUrl)
  try {
    return await runIdempotent(database, userId, request, (work) =>
      work
        .insertInto('settings')
        .values({ ...toColumns(values), deductionsAnswered: answersDeductions(sent), userId })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    throw new RequestError(409, 'Settings already exist; update them instead')
  }
}

/** Throws 400, 404, 412, and 409 if something must be confirmed. */
export async function updateCompany(
  database: Database,
  userId: string,
  { id, version }: { id: number; version: number | undefined },
  { confirmed, ...values }: Asked<Partial<Values>>,
): Promise<Company> {
  await rejectUnknownLogo(database, userId, values.logoUrl ?? null)
  return inTransaction(database, async (work) => {
    const before = await selectCompany(work, userId).forNoKeyUpdate().executeTakeFirst()
    if (before?.id !== id) throw notFound()
    if (version !== undefined && version !== before.version) throw versionConflict(before)
    rejectInvalid({ ...before, ...values })
    const answered = new Set(askCompany(before).map(({ message }) => message))
    for (const question of askCompany({ ...before, ...values }))
      if (!answered.has(question.message)) throwUnlessConfirmed(question, confirmed)
    const changed = await work
      .updateTable('settings')
      .set({ ...toColumns(values), ...answer(values), ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await renameDefaultLines(work, userId, before, changed)
    return changed
  })
}

/** Later changes of other fields keep the answer (SPEC C340). */
function answer(sent: Partial<Values>): Partial<Values> {
  return answersDeductions(sent) ? { deductionsAnswered: true } : {}
}

/** Throws 400 at a field that does not agree with another one. */
function rejectInvalid(values: Values): void {
  const problem = findCompanyError(values)
  if (problem) throw badField(...problem)
}

/** The driver would turn a JavaScript array into a PostgreSQL array, so the list is sent as JSON text. */
function toColumns<Some extends Partial<Values>>(values: Some): Some {
  if (!values.customDeductions) return values
  const customDeductions = sql<
    Values['customDeductions']
  >`${JSON.stringify(values.customDeductions)}::jsonb`
  return { ...values, customDeductions }
}
