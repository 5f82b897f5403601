/** Restores the previous charges of loads, unless the load was changed again (SPEC C148). */
import { sql } from 'kysely'
import type { ChargesBefore } from '#core/charges/before.ts'
import { loadCharges } from '#core/charges/charges.ts'
import { entities } from '#core/entities/entities.ts'
import type { Amount } from '#core/money.ts'
import type { Member } from '#core/team/member.ts'
import { statementMessages } from '#core/undo/statement-messages.ts'
import { restoreCharges } from '#server/charges/restore-charges.ts'
import type { Work } from '#server/database/open.ts'
import { NEXT_VERSION_SQL } from '#server/database/values.ts'
import { findLockedPlaces, type LoadPlace } from '#server/settlements/settlement/locked-loads.ts'
import { describeFailures, findChangedSince } from './revert.ts'
import { deleteSteps, describeNotes, type Outcome, type Step } from './steps.ts'

/** The undo must not move a load's revenue away from what its locked statement prints. */
export async function revertCharges(
  work: Work,
  { accountId: userId, permissions }: Member,
  steps: Step[],
): Promise<Outcome> {
  const messages = await findChangedSince(work, userId, entities.loads, steps)
  const kept = await readKept(work, userId, steps)
  const locked = await findLockedPlaces(work, userId, kept)
  for (const { id, loadId, revenue, before } of kept) {
    const statement = locked.get(loadId)
    if (messages.has(id) || !statement?.printed) continue
    const isAway = before.revenue !== revenue && before.revenue !== statement.revenue
    if (isAway) messages.set(id, statementMessages(permissions).onLockedStatement(statement.number))
  }
  const notes = new Map<number, string[]>()
  for (const { id, loadId, before } of kept.filter((one) => !messages.has(one.id))) {
    notes.set(id, await restoreCharges(work, userId, loadId, before.charges))
    if (!before.charges.length) await setRevenue(work, userId, loadId, before.revenue)
    await moveEarlierSteps(work, userId, id, before.version)
  }
  const done = steps.filter(({ id }) => !messages.has(id))
  await deleteSteps(work, userId, done)
  return {
    done,
    notes: describeNotes(done, ({ id }) => notes.get(id)),
    failed: describeFailures(steps, messages),
  }
}

type Kept = LoadPlace & { id: number; revenue: Amount; before: ChargesBefore }

async function readKept(work: Work, userId: string, steps: Step[]): Promise<Kept[]> {
  const { rows } = await sql<Kept>`select kept.id, load.id as load_id, load.truck_id,
      load.settlement_date, load.revenue, kept.before
    from undo_records as kept join loads as load on load.user_id = kept.user_id and load.id = kept.record_id
    where kept.user_id = ${userId} and kept.id = any(${steps.map(({ id }) => id)})`.execute(work)
  return rows
}

/** Restores the typed revenue of a load that has no charges again. */
async function setRevenue(work: Work, userId: string, loadId: number, revenue: Amount) {
  await sql`update loads set revenue = ${revenue}, ${NEXT_VERSION_SQL}
    where user_id = ${userId} and id = ${loadId}`.execute(work)
}

/**
 * The load is as it was at `version`. Raises the versions of the operation's earlier steps, so that they can be undone
 * next.
 */
async function moveEarlierSteps(work: Work, userId: string, step: number, version: number) {
  await sql`update undo_records as earlier
    set version_after = earlier.version_after + load.version - ${version}
    from undo_records as kept join loads as load on load.user_id = kept.user_id and load.id = kept.record_id
    where kept.user_id = ${userId} and kept.id = ${step}
      and earlier.user_id = ${userId} and earlier.subject in (${entities.loads.name}, ${loadCharges.name})
      and earlier.record_id = kept.record_id and earlier.operation = kept.operation
      and earlier.id < kept.id`.execute(work)
}
