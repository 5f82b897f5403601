/** Adds, changes and deletes the lines of a pending settlement (SPEC C1). */
import { cardLineMessages } from '#core/settlements/cards/draft-cards.ts'
import type { ChangedLine, NewLine } from '#core/settlements/line-requests.ts'
import {
  lineFields,
  findLineError,
  withFormula,
  type Line,
  type LineValues,
} from '#core/settlements/lines.ts'
import { isFactoringBasis } from '#core/settlements/bases.ts'
import { toCents } from '#core/money.ts'
import { settlementFields } from '#core/settlements/settlement.ts'
import { linkNotFound } from '#core/fields/fields.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, versionConflict, notFound, RequestError } from '#server/errors.ts'
import { buildNewLine, mergeChanges, type EditableValues } from './line-values.ts'
import { deleteLine, insertLine, readLineRows, updateLine, type LineChanges } from './rows.ts'
import { saveSettlement, lockPending } from '#server/settlements/settlement/lock.ts'
import { keepTypedTotals } from './typed-totals.ts'
import { refreshDependentLines } from '#server/settlements/deductions/apply.ts'
import { withBalanceLimit } from '#server/settlements/deductions/limits.ts'

export function openLineStore(database: Database, userId: string) {
  return {
    /** Throws 404, 409 if the settlement is not pending, 400 at a field. */
    add(billingId: number, line: NewLine, request: Repeatable): Promise<Line> {
      return runIdempotent(database, userId, request, async (work) => {
        const settlement = await lockPending(work, userId, billingId)
        const values = await checkLine(work, userId, buildNewLine(line, settlement))
        const added = await insertLine(work, userId, settlement, values)
        await refreshDependentLines(work, userId, settlement, {
          percentages: values.subjectToPercent,
        })
        await saveSettlement(work, userId, billingId)
        return withFormula(added)
      })
    },

    /** Fields that are left out stay. Throws the errors of `add`, 412, and 409 for a line of an earlier statement. */
    change(
      billingId: number,
      lineId: number,
      changes: ChangedLine,
      version?: number,
    ): Promise<Line> {
      return inTransaction(database, async (work) => {
        const settlement = await lockPending(work, userId, billingId)
        const line = await requireEditable(work, userId, billingId, lineId)
        if (version !== undefined && version !== line.version)
          throw versionConflict(withFormula(line))
        const values = await checkLine(work, userId, mergeChanges(line, changes))
        await rejectInvalidChange(work, userId, line, values)
        const written = await withBalanceLimit(() =>
          updateLine(work, userId, lineId, { ...values, ...markEdited(line, values) }),
        )
        await refreshDependentLines(work, userId, settlement, {
          percentages: line.subjectToPercent || written.subjectToPercent,
        })
        await saveSettlement(work, userId, billingId)
        return withFormula(written)
      })
    },

    /**
     * A rule's line is kept as skipped: otherwise the rule would add it again. Throws the errors of `change`.
     */
    remove(billingId: number, lineId: number): Promise<void> {
      return inTransaction(database, async (work) => {
        const settlement = await lockPending(work, userId, billingId)
        const line = await requireEditable(work, userId, billingId, lineId)
        const before = await readLineRows(work, userId, billingId)
        await withBalanceLimit(async () => {
          if (line.ruleKey !== null) await updateLine(work, userId, lineId, SKIPPED)
          else await deleteLine(work, userId, lineId)
        })
        if (line.ruleKey !== null) await keepTypedTotals(work, userId, settlement, before)
        await refreshDependentLines(work, userId, settlement, {
          percentages: line.subjectToPercent,
        })
        await saveSettlement(work, userId, billingId)
      })
    },
  }
}

const WITHHOLDING_LOCKED =
  "Backup withholding is calculated and can't be edited. Turn it off at the owner or driver."

const UNCOUNTED = { quantity: null, rate: null, limited: false, deferred: '0.00' }
const SKIPPED = { amount: '0.00', byHand: true, skipped: true, ...UNCOUNTED }

/** A rule's line keeps the rule's category and date. With another amount it is an edited line. */
function markEdited(line: Line, values: LineValues): LineChanges {
  if (line.ruleKey === null) return {}
  const { category, date } = line
  if (values.amount === line.amount) return { category, date }
  return { category, date, byHand: true, skipped: false, ...UNCOUNTED }
}

/** Throws 404, and 409 for a line that an earlier statement determines. */
async function requireEditable(
  work: Work,
  userId: string,
  billingId: number,
  id: number,
): Promise<Line> {
  const line = await work
    .selectFrom('expenses')
    .selectAll()
    .where('userId', '=', userId)
    .where('billingId', '=', billingId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!line) throw notFound()
  if (line.kind === 'carry-in' || line.kind === 'correction') {
    const message = "This line comes from an earlier statement and can't be edited"
    throw new RequestError(409, message)
  }
  if (line.kind === 'card') throw new RequestError(409, cardLineMessages.locked)
  if (line.kind === 'withholding') throw new RequestError(409, WITHHOLDING_LOCKED)
  return line
}

/** Throws 400 if a refund is no longer negative, a factoring fee names another load, or a manual entry moves to a category that has one. */
async function rejectInvalidChange(work: Work, userId: string, line: Line, values: LineValues) {
  if (line.kind === 'refund' && toCents(values.amount) >= 0n)
    throw badField('amount', 'A refund must be a negative amount')
  if (isFactoringBasis(line.basis) && values.loadId !== line.loadId)
    throw badField('loadId', 'A factoring fee stays with its load')
  if (line.kind !== 'plain' || values.category === line.category) return
  const lines = await readLineRows(work, userId, line.billingId)
  if (lines.some(({ kind, category }) => kind === 'plain' && category === values.category)) {
    const { label } = settlementFields[values.category]
    throw badField('category', `${label} already has a manual amount; edit that one`)
  }
}

/** Throws 400 at a field that does not agree with the others, or at an unknown load. */
async function checkLine<Values extends EditableValues>(
  work: Work,
  userId: string,
  line: Values,
): Promise<Values> {
  const problem = findLineError(line)
  if (problem) throw badField(...problem)
  if (line.loadId === null) return line
  const load = await work
    .selectFrom('loads')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', line.loadId)
    .executeTakeFirst()
  if (!load) throw badField('loadId', linkNotFound(lineFields.loadId.label))
  return line
}
