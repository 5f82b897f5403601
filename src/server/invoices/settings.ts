/** How the account bills its brokers (SPEC C166). */
import {
  billingSettingsSchema,
  type BillingSettings,
  type SavedBillingSettings,
} from '#core/invoices/settings.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { versionConflict } from '#server/errors.ts'

const COLUMNS = [
  ...(['termsDays', 'numbering', 'numberPrefix', 'remitToName', 'remitToAddress'] as const),
  ...(['mcNumber', 'dotNumber', 'note', 'startsOn', 'version'] as const),
] as const

/** Reads the settings; before the first save, the defaults with version 0. */
export async function readBillingSettings(
  work: Database | Work,
  userId: string,
): Promise<SavedBillingSettings> {
  const saved = await selectSettings(work, userId).executeTakeFirst()
  return saved ?? { ...billingSettingsSchema.parse({}), version: 0 }
}

/** `version`: the version of the settings that the user saw. Throws 412 if it is not the current one. */
export function saveBillingSettings(
  database: Database,
  userId: string,
  values: BillingSettings,
  version: number | undefined,
): Promise<SavedBillingSettings> {
  return inTransaction(database, async (work) => {
    const before = await selectSettings(work, userId).forNoKeyUpdate().executeTakeFirst()
    const current = before ?? { ...billingSettingsSchema.parse({}), version: 0 }
    if (version !== undefined && version !== current.version) throw versionConflict(current)
    const row = { ...values, termsDays: values.termsDays ?? 0 }
    if (before)
      return work
        .updateTable('billingSettings')
        .set({ ...row, ...NEXT_VERSION })
        .where('userId', '=', userId)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
    const inserted = await work
      .insertInto('billingSettings')
      .values({ userId, ...row })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst()
    if (inserted) return inserted
    throw versionConflict(await selectSettings(work, userId).executeTakeFirst())
  })
}

function selectSettings(work: Database | Work, userId: string) {
  return work.selectFrom('billingSettings').select(COLUMNS).where('userId', '=', userId)
}
