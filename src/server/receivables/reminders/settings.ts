/** When reminders are due, and their texts (SPEC C207). */
import {
  REMINDER_DEFAULTS,
  type ChangedReminderSettings,
  type ReminderSettings,
} from '#core/receivables/reminder-settings.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { versionConflict } from '#server/errors.ts'

const COLUMNS = [
  ...(['beforeDays', 'dueDays', 'finalDays', 'beforeText', 'dueText', 'finalText'] as const),
  'version',
] as const

/** Reads the settings; before the first save, the defaults. */
export async function readReminderSettings(
  work: Database | Work,
  userId: string,
): Promise<ReminderSettings> {
  const saved = await selectSettings(work, userId).executeTakeFirst()
  return saved ?? REMINDER_DEFAULTS
}

/** `version`: the version that the user saw, 0 before the first save. Throws 412. */
export function saveReminderSettings(
  database: Database,
  userId: string,
  values: ChangedReminderSettings,
  version: number | undefined,
): Promise<ReminderSettings> {
  return inTransaction(database, async (work) => {
    const before = await selectSettings(work, userId).forNoKeyUpdate().executeTakeFirst()
    const current = before ?? REMINDER_DEFAULTS
    if (version !== undefined && version !== current.version) throw versionConflict(current)
    if (before)
      return work
        .updateTable('reminderSettings')
        .set({ ...values, ...NEXT_VERSION })
        .where('userId', '=', userId)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow()
    const inserted = await work
      .insertInto('reminderSettings')
      .values({ userId, ...values })
      .onConflict((row) => row.column('userId').doNothing())
      .returning(COLUMNS)
      .executeTakeFirst()
    if (inserted) return inserted
    throw versionConflict(await readReminderSettings(work, userId))
  })
}

function selectSettings(work: Database | Work, userId: string) {
  return work.selectFrom('reminderSettings').select(COLUMNS).where('userId', '=', userId)
}
