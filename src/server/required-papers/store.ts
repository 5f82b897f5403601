/** The rules of a company and its brokers about required papers (SPEC C129). Triggers update the missing papers of each load. */
import { sql } from 'kysely'
import { addDays } from '#core/calendar.ts'
import {
  EARLIEST_DAYS,
  NO_RULES,
  requiredPapersMessages,
  type ChangedRequiredPapers,
  type RequiredPapers,
} from '#core/required-papers/required-papers.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { requireBroker } from '#server/entities/require-broker.ts'
import { badField, versionConflict } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'

/** The id of a broker, or null for the company. */
type Scope = number | null

const COLUMNS = ['firstDay', 'toSettle', 'toBill', 'version'] as const

/** Throws 404 if the broker does not exist. */
export async function readRequiredPapers(
  work: Database | Work,
  userId: string,
  brokerId: Scope,
): Promise<RequiredPapers> {
  if (brokerId !== null) await requireBroker(work, userId, brokerId)
  const saved = await selectRules(work, userId, brokerId).executeTakeFirst()
  return saved ?? NO_RULES
}

/**
 * `version`: the version that the user saw. Throws 412 if it is not the current one, and 400 for a day that is too long ago.
 * Triggers update the loads that the rules affect, in the same transaction.
 */
export async function saveRequiredPapers(
  database: Database,
  userId: string,
  brokerId: Scope,
  values: ChangedRequiredPapers,
  version: number | undefined,
): Promise<RequiredPapers> {
  const saved = await inTransaction(database, async (work) => {
    if (brokerId !== null) await requireBroker(work, userId, brokerId)
    const before = await selectRules(work, userId, brokerId).forNoKeyUpdate().executeTakeFirst()
    const current = before ?? NO_RULES
    if (version !== undefined && version !== current.version) throw versionConflict(current)
    if (
      values.firstDay !== current.firstDay &&
      values.firstDay < addDays(accountDay(), -EARLIEST_DAYS)
    )
      throw badField('firstDay', requiredPapersMessages.firstDay)
    return before
      ? updateRules(work, userId, brokerId, values)
      : insertRules(work, userId, brokerId, values)
  })
  // A load that was saved at the same moment may have been checked by the old rules.
  await sql`select refresh_needed_papers(${userId}::uuid, ${brokerId}::bigint, ${saved.firstDay}::date)`.execute(
    database,
  )
  return saved
}

function updateRules(work: Work, userId: string, brokerId: Scope, values: ChangedRequiredPapers) {
  return work
    .updateTable('documentNeeds')
    .set({ ...toRow(values), ...NEXT_VERSION })
    .where('userId', '=', userId)
    .where('brokerId', 'is not distinct from', brokerId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Throws 412 if someone else has just saved the first rules. */
async function insertRules(
  work: Work,
  userId: string,
  brokerId: Scope,
  values: ChangedRequiredPapers,
): Promise<RequiredPapers> {
  const inserted = await work
    .insertInto('documentNeeds')
    .values({ userId, brokerId, ...toRow(values) })
    .onConflict((row) => row.columns(['userId', 'brokerId']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  if (inserted) return inserted
  throw versionConflict(await selectRules(work, userId, brokerId).executeTakeFirst())
}

function toRow({ firstDay, toSettle, toBill }: ChangedRequiredPapers) {
  return { firstDay, toSettle: JSON.stringify(toSettle), toBill: JSON.stringify(toBill) }
}

function selectRules(work: Database | Work, userId: string, brokerId: Scope) {
  return work
    .selectFrom('documentNeeds')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('brokerId', 'is not distinct from', brokerId)
}
