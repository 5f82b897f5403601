/** The state of two-step login, as the member's screen shows it. */
import type { TwoStep } from '#core/accounts/two-step.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { countRecoveryCodes, readSecondStep } from './store.ts'

export async function readTwoStep(
  database: Database,
  { accountId, personId }: Member,
): Promise<TwoStep> {
  const [step, recoveryCodes, required] = await Promise.all([
    readSecondStep(database, personId),
    countRecoveryCodes(database, personId),
    isRequired(database, accountId),
  ])
  const since = step?.onSince ?? null
  return { on: since !== null, since, required, recoveryCodes }
}

async function isRequired(database: Database, accountId: string): Promise<boolean> {
  const settings = await database
    .selectFrom('teamSettings')
    .select('requireTwoStep')
    .where('userId', '=', accountId)
    .executeTakeFirst()
  return settings?.requireTwoStep ?? false
}
