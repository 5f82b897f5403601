/**
 * Settles a void statement's truck and date again: a new draft with the lines of the void statement (SPEC C94). The void
 * statement stays as it is.
 */
import {
  NOT_VOID,
  PAYEE_GONE,
  takenMessage,
  type SettledAgain,
} from '#core/settlements/again/settle-again.ts'
import { DEFAULT_KEY } from '#core/settlements/rules.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { lockTrucksOfSettlements } from '#server/settlements/approval/payable-statements.ts'
import { refreshDependentLines, refreshDrafts } from '#server/settlements/deductions/apply.ts'
import { moveClaims } from '#server/settlements/deductions/periods.ts'
import { enterLinesAgain } from '#server/settlements/lines/enter-again.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { payeeExists } from '#server/settlements/payee/payee.ts'
import { createSettlement } from '#server/settlements/settlement/create-settlement.ts'
import { saveSettlement, selectSettlements } from '#server/settlements/settlement/lock.ts'
import { describeSettledAgain } from './describe-settled.ts'
import { findReplacement } from './find-replacement.ts'
import { readDisplacedLines, selectMovable, removeDisplacedLines } from './displaced-lines.ts'
import { repeatAdjustments, repeatRefunds, repeatTransfers } from './repeat-lines.ts'

/**
 * Returns the draft, compared with the void statement. Throws 404, and 409 if the statement is not void, its payee was
 * deleted, another settlement has its truck and date, or one of its lines takes more than a balance has.
 */
export function settleAgain(
  database: Database,
  userId: string,
  id: number,
  request: Repeatable,
): Promise<SettledAgain> {
  return runIdempotent(database, userId, request, async (work) => {
    const voided = await lockVoid(work, userId, id)
    const lines = await readLineRows(work, userId, id)
    const drafts = await removeDisplacedLines(work, userId, id)
    const draft = await createAgain(work, userId, voided, lines)
    await refreshDrafts(work, userId, drafts)
    return describeSettledAgain(work, userId, { voided, lines, draft })
  })
}

/** Locks the void statement's truck, and the trucks of the drafts that lose a line. */
async function lockVoid(work: Work, userId: string, id: number): Promise<Settlement> {
  const displaced = selectMovable(await readDisplacedLines(work, userId, id))
  await lockTrucksOfSettlements(work, userId, [id, ...displaced.map(({ billingId }) => billingId)])
  const voided = await selectSettlements(work, userId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!voided) throw notFound()
  if (voided.status !== 'void') throw new RequestError(409, NOT_VOID)
  const taken = await findReplacement(work, userId, voided)
  if (taken) throw new RequestError(409, takenMessage(taken), { more: { id: taken.id } })
  if (!(await payeeExists(work, userId, voided))) throw new RequestError(409, PAYEE_GONE)
  return voided
}

async function createAgain(
  work: Work,
  userId: string,
  { truckId, settlementDate, notes, ownerId, driverId }: Settlement,
  lines: Line[],
): Promise<Settlement> {
  const startFromDefaults = lines.some(({ ruleKey }) => ruleKey?.startsWith(DEFAULT_KEY))
  const values = { truckId, settlementDate, notes, ownerId, driverId, startFromDefaults }
  const made = await createSettlement(work, userId, values)
  const leftOut = await enterLinesAgain(work, userId, made, lines)
  await repeatTransfers(work, userId, made, lines)
  await repeatAdjustments(work, userId, made, leftOut)
  await repeatRefunds(work, userId, made, leftOut)
  await refreshDependentLines(work, userId, made, { percentages: true })
  await returnClaims(work, userId, made, leftOut)
  return saveSettlement(work, userId, made.id)
}

/** A once-per-period deduction that the new draft does not have moves back to the period's earliest draft. */
async function returnClaims(work: Work, userId: string, made: Settlement, leftOut: Line[]) {
  const claimed = leftOut.filter(({ rulePeriod }) => rulePeriod)
  const ruleIds = claimed.flatMap(({ ruleId }) => ruleId ?? [])
  await moveClaims(work, userId, made, ruleIds)
}
