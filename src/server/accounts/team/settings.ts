/** What an Admin decides for the roles of an account. */
import { TEAM_DEFAULTS, teamSettingNames, type TeamSettings } from '#core/team/team-settings.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { versionConflict } from '#server/errors.ts'

type Versioned = TeamSettings & { version: number }

const COLUMNS = [...teamSettingNames, 'version'] as const

/** The defaults with version 0 if the account has not saved any. */
export async function readTeamSettings(work: Database | Work, userId: string): Promise<Versioned> {
  const saved = work.selectFrom('teamSettings').select(COLUMNS).where('userId', '=', userId)
  return (await saved.executeTakeFirst()) ?? { ...TEAM_DEFAULTS, version: 0 }
}

/** Saves the settings, which apply from the next request on. `version`: the version that the Admin saw. Throws 412. */
export async function saveTeamSettings(
  database: Database,
  userId: string,
  values: Partial<TeamSettings>,
  version: number | undefined,
): Promise<Versioned> {
  return inTransaction(database, async (work) => {
    await ensureTeamSettings(work, userId)
    const before = await work
      .selectFrom('teamSettings')
      .select(COLUMNS)
      .where('userId', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (version !== undefined && version !== before.version) throw versionConflict(before)
    return work
      .updateTable('teamSettings')
      .set({ ...values, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
}

/** Stores the defaults if the account has no settings yet, so that the row can be locked. */
export async function ensureTeamSettings(work: Work, userId: string): Promise<void> {
  await work
    .insertInto('teamSettings')
    .values({ userId, version: 0 })
    .onConflict((row) => row.column('userId').doNothing())
    .execute()
}
