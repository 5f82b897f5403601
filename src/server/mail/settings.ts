/** How an account's emails look (SPEC C189). */
import { mailSettingsNames, NO_MAIL_SETTINGS, type MailSettings } from '#core/mail/settings.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { versionConflict } from '#server/errors.ts'

const COLUMNS = [...mailSettingsNames, 'version'] as const

type Saved = MailSettings & { version: number }

/** Reads the settings; before the first save, blank ones with version 0. */
export async function readMailSettings(work: Database | Work, userId: string): Promise<Saved> {
  const saved = await selectSettings(work, userId).executeTakeFirst()
  return saved ?? { ...NO_MAIL_SETTINGS, version: 0 }
}

/** `version`: the version of the settings that the Admin saw. Throws 412 if it is not the current one. */
export async function saveMailSettings(
  database: Database,
  userId: string,
  values: MailSettings,
  version: number | undefined,
): Promise<Saved> {
  return inTransaction(database, async (work) => {
    const before = await selectSettings(work, userId).forNoKeyUpdate().executeTakeFirst()
    const current = before ?? { ...NO_MAIL_SETTINGS, version: 0 }
    if (version !== undefined && version !== current.version) throw versionConflict(current)
    return before ? update(work, userId, values) : insert(work, userId, values)
  })
}

function update(work: Work, userId: string, values: MailSettings): Promise<Saved> {
  return work
    .updateTable('mailSettings')
    .set({ ...values, ...NEXT_VERSION })
    .where('userId', '=', userId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Inserts the first settings. Throws 412 if someone else has just saved settings. */
async function insert(work: Work, userId: string, values: MailSettings): Promise<Saved> {
  const inserted = await work
    .insertInto('mailSettings')
    .values({ userId, ...values })
    .onConflict((row) => row.column('userId').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  if (inserted) return inserted
  throw versionConflict(await selectSettings(work, userId).executeTakeFirst())
}

function selectSettings(work: Database | Work, userId: string) {
  return work.selectFrom('mailSettings').select(COLUMNS).where('userId', '=', userId)
}
