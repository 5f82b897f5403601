/** One account's settings. */
import {
  companyFields,
  newCompanySchema,
  type Company,
  type UnsavedCompany,
} from '#core/settings/company.ts'
import type { ValuesOf } from '#core/fields/field.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { codeOf, inTransaction, UNIQUE_VIOLATION } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/version.ts'
import { versionConflict, notFound, RequestError } from '#server/errors.ts'
import { sql } from 'kysely'
import { renameLines } from './renames.ts'
import { rejectUnknownLogo } from './logo-store.ts'

type Values = ValuesOf<typeof companyFields>

export function openCompanyStore(database: Database, userId: string) {
  function find(work: Database | Work = database) {
    return work.selectFrom('settings').selectAll().where('userId', '=', userId)
  }

  return {
    /** The saved settings, or the defaults with `id: null` before anything was saved. */
    async get(): Promise<Company | UnsavedCompany> {
      return (
        (await find().executeTakeFirst()) ?? {
          ...newCompanySchema.parse({}),
          ...NEVER_SAVED,
          userId,
        }
      )
    },

    /** Throws 409 where there are some already, 400 where they name a logo that is not there. */
    async create(values: Values, request: Repeatable): Promise<Company> {
      await rejectUnknownLogo(database, userId, values.logoUrl)
      try {
        return await runIdempotent(database, userId, request, (work) =>
          work
            .insertInto('settings')
            .values({ ...stored(values), userId })
            .returningAll()
            .executeTakeFirstOrThrow(),
        )
      } catch (error) {
        if (codeOf(error) !== UNIQUE_VIOLATION) throw error
        throw new RequestError(409, 'The settings were saved before: change them instead')
      }
    },

    /** Throws 400, 404 and 412. */
    async update(
      id: number,
      values: Partial<Values>,
      version: number | undefined,
    ): Promise<Company> {
      await rejectUnknownLogo(database, userId, values.logoUrl ?? null)
      return inTransaction(database, async (work) => {
        const before = await find(work).forNoKeyUpdate().executeTakeFirst()
        if (before?.id !== id) throw notFound()
        if (version !== undefined && version !== before.version) throw versionConflict(before)
        const changed = await work
          .updateTable('settings')
          .set({ ...stored(values), ...NEXT_VERSION })
          .where('userId', '=', userId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await renameLines(work, userId, before, changed)
        return changed
      })
    },
  }
}

const NEVER_SAVED = { id: null, version: 0, createdAt: '', updatedAt: '' }

/** A list goes to the driver as JSON text: it would make a PostgreSQL array of it. */
function stored<Some extends Partial<Values>>(values: Some): Some {
  if (!values.customDeductions) return values
  const customDeductions = sql<
    Values['customDeductions']
  >`${JSON.stringify(values.customDeductions)}::jsonb`
  return { ...values, customDeductions }
}
