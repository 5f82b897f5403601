/**
 * Settles a void statement's truck and date again: a new draft with the lines of the void statement (SPEC C94). The void
 * statement stays as it is.
 */
import { sql } from 'kysely'
import { formatDay } from '#core/calendar.ts'
import { negate, toCents } from '#core/money.ts'
import {
  describeLoadChanges,
  selectMissing,
  toDraft,
} from '#core/settlements/again/compare-again.ts'
import {
  isSame,
  NOT_VOID,
  PAYEE_GONE,
  type SettledAgain,
  takenMessage,
} from '#core/settlements/again/settle-again.ts'
import { compareStatements } from '#core/settlements/comparison/compare-statements.ts'
import { type Line, lineName } from '#core/settlements/lines.ts'
import { DEFAULT_KEY, isPayeeOf, toRule } from '#core/settlements/rules.ts'
import type { Settlement, SettlementLoad } from '#core/settlements/settlement.ts'
import { type Repeatable, runIdempotent } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { insertAdjustments } from '#server/settlements/adjustments/adjust.ts'
import { lockTrucksOfSettlements } from '#server/settlements/approval/payable-statements.ts'
import { insertRefund } from '#server/settlements/balances/refunds.ts'
import {
  readStatement,
  type StatementWithLoads,
} from '#server/settlements/comparison/read-statement.ts'
import { refreshDependentLines, refreshDrafts } from '#server/settlements/deductions/apply.ts'
import { moveClaims } from '#server/settlements/deductions/periods.ts'
import { readDeducted } from '#server/settlements/deductions/read-rules.ts'
import { enterLinesAgain } from '#server/settlements/lines/enter-again.ts'
import { readLineRows } from '#server/settlements/lines/rows.ts'
import { addCarryIn, readOpenCarryForwards } from '#server/settlements/payee/carry-forward.ts'
import { payeeExists, readTruckPayee } from '#server/settlements/payee/payee.ts'
import { createSettlement } from '#server/settlements/settlement/create-settlement.ts'
import {
  lockSettlement,
  saveSettlement,
  selectSettlements,
} from '#server/settlements/settlement/lock.ts'
import {
  type DisplacedLine,
  readDisplacedLines,
  removeDisplacedLines,
  selectMovable,
} from './displaced-lines.ts'
import { findReplacement } from './find-replacement.ts'
import { readVoidedPartners } from './read-state.ts'

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

// Repeats the transferred carry-forwards, adjustments and refunds of a void statement that are still open (SPEC C94).

/** Carry-forwards of another payee that a person had transferred. */
async function repeatTransfers(
  work: Work,
  userId: string,
  made: Settlement,
  lines: Line[],
): Promise<void> {
  const transferred = lines.filter(({ kind, takenOver }) => kind === 'carry-in' && takenOver)
  if (transferred.length === 0) return
  const open = await readOpenCarryForwards(work, userId, made.truckId)
  for (const { carriedFrom, takenOver, transferReason } of transferred) {
    const carry = open.find(({ from }) => from === carriedFrom)
    if (carry) await addCarryIn(work, userId, made, carry, { takenOver, transferReason })
  }
}

/** Adjusts the same statements again, by their current drift. */
async function repeatAdjustments(
  work: Work,
  userId: string,
  made: Settlement,
  leftOut: Line[],
): Promise<void> {
  const adjusted = new Map(
    leftOut.flatMap(({ kind, corrects, takenOver, transferReason }) =>
      kind === 'correction' && corrects !== null
        ? [[corrects, { takenOver, transferReason }] as const]
        : [],
    ),
  )
  for (const [id, transfer] of [...adjusted].toSorted(([one], [other]) => one - other)) {
    await lockSettlement(work, userId, id)
    await insertAdjustments(work, userId, id, made, transfer)
  }
}

/** A refund of more than was deducted is left out. */
async function repeatRefunds(
  work: Work,
  userId: string,
  made: Settlement,
  leftOut: Line[],
): Promise<void> {
  for (const { kind, ruleId, amount, description } of leftOut) {
    if (kind !== 'refund' || ruleId === null) continue
    const rule = await work
      .selectFrom('deductionRules')
      .selectAll()
      .where('userId', '=', userId)
      .where('id', '=', ruleId)
      .executeTakeFirst()
    if (!rule || rule.total === null || !isPayeeOf(rule, made.payee)) continue
    const deducted = await readDeducted(work, userId, toRule(rule), made)
    const refund = { amount: negate(amount), description }
    if (deducted >= toCents(refund.amount)) await insertRefund(work, userId, made, rule, refund)
  }
}

// Compares a draft that settles a void statement again with that statement (SPEC C94).

/** `lines`: the lines of the void statement. */
type Settled = { voided: Settlement; lines: Line[]; draft: Settlement }

async function describeSettledAgain(
  work: Work,
  userId: string,
  { voided, lines, draft }: Settled,
): Promise<SettledAgain> {
  const before = toDraft(await readStatement(work, userId, voided))
  const after = await readStatement(work, userId, draft)
  const comparison = compareStatements(after, before)
  const loadNotes = await describeLoads(work, userId, before.loads, after.loads)
  const lineNotes = await describeMissing(work, userId, { voided, lines, draft })
  return {
    settlement: draft,
    number: voided.number ?? 0,
    isEqual: isSame(comparison) && loadNotes.length === 0,
    comparison,
    notes: [
      ...(await describePayee(work, userId, draft, voided, before)),
      ...loadNotes,
      ...lineNotes,
    ],
    partners: await readVoidedPartners(work, userId, voided.id),
  }
}

async function describeLoads(
  work: Work,
  userId: string,
  before: SettlementLoad[],
  after: SettlementLoad[],
): Promise<string[]> {
  const ids = before.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`select id from loads
    where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(work)
  const stored = new Set(rows.map(({ id }) => id))
  return describeLoadChanges(before, after, new Set(ids.filter((id) => !stored.has(id))))
}

async function describeMissing(
  work: Work,
  userId: string,
  { voided, lines, draft }: Settled,
): Promise<string[]> {
  const missing = selectMissing(lines, await readLineRows(work, userId, draft.id))
  if (missing.length === 0) return []
  const displaced = await readDisplacedLines(work, userId, voided.id)
  return missing.map((line) => {
    const place = displaced.find(({ ownId }) => ownId === line.id)
    return `“${lineName(line)}” ${place ? describePlace(place) : 'is no longer open or due'}`
  })
}

function describePlace({ number, settlementDate }: DisplacedLine): string {
  return number === null
    ? `is on the draft of ${formatDay(settlementDate)}`
    : `is on statement ${number}`
}

async function describePayee(
  work: Work,
  userId: string,
  draft: Settlement,
  { payee, number }: Settlement,
  { payeeName }: StatementWithLoads,
): Promise<string[]> {
  if (draft.payee !== payee) return ["It pays the truck's current payee: the statement had none"]
  const current = await readTruckPayee(work, userId, draft.truckId)
  if (current.payee === payee) return []
  return [
    `It pays ${payeeName ?? 'the same payee'}, as statement ${number} did. The truck has another payee now.`,
  ]
}
