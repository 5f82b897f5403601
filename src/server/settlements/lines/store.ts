/** What a person does with the lines of a pending settlement: adds, changes, takes off (SPEC C1). */
import {
  computedAmount,
  lineFields,
  findLineError,
  type Line,
  type ChangedLine,
  type LineValues,
  type NewLine,
} from '#core/settlements/lines.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import { settlementFields, type Settlement } from '#core/settlements/settlement.ts'
import { linkNotFound } from '#core/fields/fields.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { badField, versionConflict, notFound, RequestError } from '#server/errors.ts'
import {
  BLANK_LINE,
  deleteLine,
  insertLine,
  readLineRows,
  updateLine,
  type LineChanges,
} from './rows.ts'
import { saveSettlement, lockPending } from '#server/settlements/settlement/lock.ts'
import { withBalanceLimit } from '#server/settlements/deductions/limits.ts'

export function openLineStore(database: Database, userId: string) {
  return {
    /** Throws 404, 409 where the settlement is no longer pending, 400 at a field. */
    add(billingId: number, line: NewLine, request: Repeatable): Promise<Line> {
      return runIdempotent(database, userId, request, async (work) => {
        const settlement = await lockPending(work, userId, billingId)
        const values = await checkLine(work, userId, withDefaults(line, settlement))
        const added = await insertLine(work, userId, settlement, { ...values, kind: 'entered' })
        await saveSettlement(work, userId, billingId)
        return added
      })
    },

    /** What is left out stays. Throws as `add` does, 412, and 409 for a line that is made by something else. */
    change(
      billingId: number,
      lineId: number,
      changes: ChangedLine,
      version?: number,
    ): Promise<Line> {
      return inTransaction(database, async (work) => {
        await lockPending(work, userId, billingId)
        const line = await requireEditable(work, userId, billingId, lineId)
        if (version !== undefined && version !== line.version) throw versionConflict(line)
        const values = await checkLine(work, userId, mergeChanges(line, changes))
        await rejectInvalidChange(work, userId, line, values)
        const by = markEdited(line, values)
        const written = await withBalanceLimit(() =>
          updateLine(work, userId, lineId, { ...values, ...by }),
        )
        await saveSettlement(work, userId, billingId)
        return written
      })
    },

    /**
     * A rule's line stays, as skipped: else the next run of the rules would bring it back. Throws as
     * `change` does.
     */
    remove(billingId: number, lineId: number): Promise<void> {
      return inTransaction(database, async (work) => {
        await lockPending(work, userId, billingId)
        const line = await requireEditable(work, userId, billingId, lineId)
        await withBalanceLimit(async () => {
          if (line.kind === 'rule') await updateLine(work, userId, lineId, SKIPPED)
          else await deleteLine(work, userId, lineId)
        })
        await saveSettlement(work, userId, billingId)
      })
    },
  }
}

const SKIPPED = { amount: '0.00', byHand: true, formula: 'skipped', quantity: null, rate: null }

/** A rule's line stays the rule's, of its date; another amount than the rule's says so. */
function markEdited(line: Line, values: LineValues): LineChanges {
  if (line.kind !== 'rule') return {}
  const { category, date, formula } = line
  if (values.amount === line.amount) return { category, date }
  const said = line.byHand ? formula : `${formula}, changed by hand`
  return { category, date, byHand: true, formula: said, quantity: null, rate: null }
}

/** Throws 404, and 409 for a line that only what it comes from may change. */
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
    throw new RequestError(409, 'This line follows from an earlier statement of the truck')
  }
  return line
}

/** Throws 400 where what was changed is no refund any more, or the second amount that is typed into one box. */
async function rejectInvalidChange(work: Work, userId: string, line: Line, values: LineValues) {
  if (line.kind === 'refund' && toCents(values.amount) >= 0n)
    throw badField('amount', 'A refund gives back: its amount is below zero. Or delete it.')
  if (line.kind !== 'plain' || values.category === line.category) return
  const lines = await readLineRows(work, userId, line.billingId)
  if (lines.some(({ kind, category }) => kind === 'plain' && category === values.category)) {
    const { label } = settlementFields[values.category]
    const message = `An amount is typed into the box of ${label} already: change that one`
    throw badField('category', message)
  }
}

function withDefaults(line: NewLine, { settlementDate }: Settlement): LineValues {
  const whole = { ...BLANK_LINE, date: settlementDate, ...line }
  return { ...whole, amount: line.amount ?? requireAmount(whole) }
}

/** A changed quantity or rate gives another amount, unless one is sent with it. */
function mergeChanges(line: Line, { amount, ...changes }: ChangedLine): LineValues {
  const names = Object.keys(lineFields) as (keyof LineValues)[]
  const kept = Object.fromEntries(names.map((name) => [name, line[name]])) as LineValues
  const whole = { ...kept, ...changes, amount: amount ?? kept.amount }
  const counted = changes.quantity !== undefined || changes.rate !== undefined
  if (amount || (amount === undefined && !counted)) return whole
  const computed = computedAmount(whole)
  return computed === null && amount === undefined
    ? whole
    : { ...whole, amount: requireAmount(whole) }
}

/** Throws 400 where neither an amount nor quantity and rate were sent. */
function requireAmount(line: Pick<LineValues, 'quantity' | 'rate'>): Amount {
  const computed = computedAmount(line)
  if (computed === null) throw badField('amount', 'Amount is required')
  return toAmount(computed)
}

/** Throws 400 at the field that does not fit the others. */
async function checkLine(work: Work, userId: string, line: LineValues): Promise<LineValues> {
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
