/** Manual checks of brokers (SPEC C232). */
import { sql } from 'kysely'
import {
  manualCheckMessages,
  type BrokerChecks,
  type ManualCheck,
} from '#core/broker-checks/checks.ts'
import { addDays } from '#core/calendar.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { releaseCheckDocuments } from '#server/documents/kept/kept-routes.ts'
import { requireBroker } from '#server/entities/require-broker.ts'
import { badField, notFound } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'

type Stored = BrokerChecks['manual'][number]

/** Reads the manual checks, newest first. */
export async function readManualChecks(
  work: Database | Work,
  userId: string,
  brokerId: number,
): Promise<Stored[]> {
  const nameOf = nameMembers(await readNamedMembers(work, userId))
  const { rows } = await sql<Stored>`
    select id, day, result, note, checked_at, checked_by from broker_checks
    where user_id = ${userId} and broker_id = ${brokerId} and source = 'hand'
    order by day desc, id desc`.execute(work)
  return rows.map((check) => ({ ...check, checkedBy: nameOf(check.checkedBy) }))
}

/** Throws 404 for the broker, and 400 for a day in the future. */
export function addManualCheck(
  database: Database,
  member: { accountId: string; personId: string },
  brokerId: number,
  { day, result, note }: ManualCheck,
  request: Repeatable,
): Promise<{ id: number }> {
  const { accountId: userId, personId: checkedBy } = member
  // A browser in another time zone may be a day ahead.
  if (day > addDays(accountDay(), 1)) throw badField('day', manualCheckMessages.future)
  return runIdempotent(database, userId, request, async (work) => {
    await requireBroker(work, userId, brokerId, 'key-share')
    return work
      .insertInto('brokerChecks')
      .values({ userId, brokerId, source: 'hand', day, result, note, checkedBy })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

/** Throws 404. In a transaction, the check can't be deleted until the end. */
export async function requireManualCheck(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<void> {
  const found = await selectManualCheck(work, userId, id).forKeyShare().executeTakeFirst()
  if (!found) throw notFound()
}

/**
 * Deletes a manual check that was entered by mistake, and moves its documents to the inbox. Throws 404, also for a check by a
 * file.
 */
export function deleteManualCheck(database: Database, userId: string, id: number): Promise<void> {
  return inTransaction(database, async (work) => {
    const found = await selectManualCheck(work, userId, id).forUpdate().executeTakeFirst()
    if (!found) throw notFound()
    await releaseCheckDocuments(work, userId, id)
    await work
      .deleteFrom('brokerChecks')
      .where('userId', '=', userId)
      .where('id', '=', id)
      .execute()
  })
}

function selectManualCheck(work: Database | Work, userId: string, id: number) {
  return work
    .selectFrom('brokerChecks')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('source', '=', 'hand')
}
